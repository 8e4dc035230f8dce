// Which of some routes an address means.

interface Match<R> {
  readonly route: R;
  readonly params: Readonly<Record<string, string>>;
}

function parts(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** The text of a part of an address, or null if its escapes are broken. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function paramsOf(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = parts(pattern);
  const given = parts(pathname);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [i, want] of wanted.entries()) {
    const text = decoded(given[i] ?? '');
    if (text === null) return null;
    if (want.startsWith(':')) params[want.slice(1)] = text;
    else if (want !== text) return null;
  }
  return params;
}

/** The first route that fits; a slash at the end makes no difference. */
export function matchRoute<R extends { readonly path: string }>(routes: readonly R[], pathname: string): Match<R> | null {
  for (const route of routes) {
    const params = paramsOf(route.path, pathname);
    if (params) return { route, params };
  }
  return null;
}
