// usage: node tools/fetch_package.js FOLDER NAME@VERSION INTEGRITY
// Unpacks a package of the npm registry into FOLDER, for machines without npm, or with one that is too old. Debian's own comes
// with 350 packages, which take longer to install than this project to build.
const { createHash } = require('node:crypto');
const { execFileSync } = require('node:child_process');
const { mkdirSync } = require('node:fs');

const [folder, name_and_version, integrity] = process.argv.slice(2);
const [name, version] = name_and_version.split('@');
const registry = (process.env.npm_config_registry ?? 'https://registry.npmjs.org').replace(/\/$/, '');

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return Buffer.from(await response.arrayBuffer());
}

async function main() {
  const address = `${registry}/${name}/-/${name}-${version}.tgz`;
  const archive = await fetched(address);
  const found = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  if (found !== integrity) throw new Error(`${address} is not what it was: ${found}`);
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xz', '--strip-components=1', '-C', folder], { input: archive });
}

main().catch((error) => {
  console.error(String(error.cause ?? error));
  process.exit(1);
});
