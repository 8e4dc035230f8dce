// A browser and a system out of what a browser says of itself, for the list of sessions; good enough to know one's own.

const browsers = [['Edg', 'Edge'], ['OPR', 'Opera'], ['SamsungBrowser', 'Samsung Internet'], ['Firefox', 'Firefox'], ['FxiOS', 'Firefox'], ['CriOS', 'Chrome'], ['Chrome', 'Chrome'], ['Safari', 'Safari']] as const;
const systems = [['Android', 'Android'], ['iPhone', 'iPhone'], ['iPad', 'iPad'], ['Windows', 'Windows'], ['Mac OS X', 'macOS'], ['CrOS', 'ChromeOS'], ['Linux', 'Linux']] as const;

/** "Firefox, Linux"; what is not recognised is shown as it came, and nothing as nothing. */
export function browserName(agent: string): string {
  const browser = browsers.find(([mark]) => agent.includes(`${mark}/`))?.[1];
  const system = systems.find(([mark]) => agent.includes(mark))?.[1];
  const found = [browser, system].filter((name) => name !== undefined);
  return found.length > 0 ? found.join(', ') : agent.slice(0, 60);
}
