import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The two ways to check a package, for Node and for a browser. */
export type PackagePrograms = { 'verify.mjs': string; 'index.html': string };

const template = (name: string): string =>
  readFileSync(new URL(`./package/${name}`, import.meta.url), 'utf8');

/** A template with the checks in the place of its import, so that it needs no second file. */
function withChecks(name: string): string {
  const checks = template('checks.mjs').replace(/\nexport \{.*\};\n$/s, '');
  return template(name).replace(/import \{[^}]*\} from '.\/checks.mjs';\n/, () => `\n${checks}`);
}

/** The page allows nothing but its own script and style, least of all a connection. */
function page(): string {
  const script = `\n${withChecks('page.mjs')}`;
  const scriptHash = createHash('sha256').update(script).digest('base64');
  const style = `\n${template('page.css')}`;
  const policy = `default-src 'none'; script-src 'sha256-${scriptHash}'; style-src 'unsafe-inline'`;
  return template('page.html')
    .replace('POLICY', () => policy)
    .replace('/* STYLE */', () => style)
    .replace('/* SCRIPT */', () => script);
}

/** Puts together the programs of a package; both hold the same checks. */
export function packagePrograms(): PackagePrograms {
  return { 'verify.mjs': withChecks('verify-node.mjs'), 'index.html': page() };
}
