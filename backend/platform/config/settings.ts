import { readFileSync } from 'node:fs';

/** A setting that stops the start; its message is one line for the person who typed it. */
export class ConfigError extends Error {}

export type Environment = Record<string, string | undefined>;

/** A setting as it was typed; an empty one counts as left out. */
export function setting(env: Environment, name: string): string | null {
  return env[name]?.trim() || null;
}

/** A secret, typed or in the file that NAME_FILE names, without the line break at its end. */
export function readSecret(env: Environment, name: string): string | null {
  const file = setting(env, `${name}_FILE`);
  const typed = setting(env, name);
  if (file === null) return typed;
  if (typed !== null) throw new ConfigError(`${name} と ${name}_FILE は同時に指定できません。`);
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    throw new ConfigError(`${name}_FILE=${file} を読み取れません。`);
  }
}

/** A whole number within bounds. */
export function readWholeNumber(
  env: Environment,
  name: string,
  { least, most, fallback }: { least: number; most: number; fallback: number },
): number {
  const text = setting(env, name) ?? String(fallback);
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < least || value > most) {
    throw new ConfigError(`${name} は ${least}〜${most} の整数で指定してください(現在の値: ${text})。`);
  }
  return value;
}

/** A flag, 1 or 0. */
export function readFlag(env: Environment, name: string, fallback: boolean): boolean {
  const text = setting(env, name);
  if (text === null) return fallback;
  if (text === '1' || text === '0') return text === '1';
  throw new ConfigError(`${name} は 1 か 0 で指定してください(現在の値: ${text})。`);
}
