import { resolve } from 'node:path';
import * as v from 'valibot';
import { redactSecret } from '../catalog/redact.ts';
import { show } from '../contract/check.ts';
import { serverOptionSchemas } from '../server/options.ts';
import type { GivenFlag } from './arguments.ts';
import { UsageError } from './errors.ts';
import { flags, type Flag } from './flags.ts';

/** One option's value and where it comes from. */
export interface Setting {
  readonly flag: Flag;
  /** As the option takes it, as far as that can be made of what was given. */
  readonly value: unknown;
  /** What the user called it: `--pets`, `PET_CATALOG_PETS`, `"pets" in mock.json`. */
  readonly label: string;
  /** As the user wrote it. */
  readonly given: unknown;
}

/** The settings that take effect, by their options. */
export type Settings = ReadonlyMap<string, Setting>;

/**
 * Picks each option's value from the place that counts: a flag, else the environment, else the
 * config file. A value that another overrules is not looked at.
 *
 * @throws UsageError that names the option as the user did, the value, and what is expected.
 */
export function chooseSettings(
  given: readonly GivenFlag[],
  env: NodeJS.ProcessEnv,
  config: readonly Setting[],
): Settings {
  const settings = new Map<string, Setting>();
  for (const setting of [...config, ...fromEnvironment(env), ...given.map(fromFlag)]) {
    settings.set(setting.flag.option, setting);
  }
  for (const setting of settings.values()) checkSetting(setting);
  return settings;
}

/** A flag as it is named in a message: `--port` for `-p, --port <number>`. */
export function nameOf({ flag }: Flag): string {
  return /--[a-z-]+/.exec(flag)![0];
}

/** The error, with the keys and tokens of the settings redacted in its message. */
export function hideSecrets(error: Error, settings: Settings): Error {
  for (const { flag, value } of settings.values()) {
    if (!flag.secret) continue;
    for (const secret of [value].flat() as string[]) {
      error.message = error.message.replaceAll(secret, redactSecret(secret));
    }
  }
  return error;
}

function fromFlag({ flag, texts }: GivenFlag): Setting {
  const text = texts.at(-1);
  const label = nameOf(flag);
  if (text === undefined) return { flag, value: flag.value, label, given: flag.value };
  // Each time that it was given is one key, commas and all.
  const value = flag.repeatable ? texts : located(flag, flag.parse(text));
  return { flag, value, label, given: text };
}

function fromEnvironment(env: NodeJS.ProcessEnv): Setting[] {
  return flags.flatMap((flag) => {
    const text = flag.environment && env[flag.environment];
    if (!text) return [];
    const value = located(flag, flag.parse(text));
    return [{ flag, value, label: flag.environment!, given: text }];
  });
}

function located(flag: Flag, value: unknown): unknown {
  return flag.file && typeof value === 'string' && value !== '' ? resolve(value) : value;
}

const fileSchema = v.pipe(v.string('the path of a file'), v.nonEmpty('the path of a file'));
const pathSchema = v.pipe(
  serverOptionSchemas.baseUrl,
  v.check((text) => text.startsWith('/'), 'a path such as /v2'),
);

function schemaOf({ flag }: Setting, isText: boolean): v.GenericSchema {
  if (flag.file) return fileSchema;
  if (flag.option === 'baseUrl' && isText) return pathSchema;
  return serverOptionSchemas[flag.option as keyof typeof serverOptionSchemas];
}

function checkSetting(setting: Setting): void {
  const { flag, value, label, given } = setting;
  // A config file has the option's own values; elsewhere all is text.
  const isText = !label.startsWith('"');
  const result = v.safeParse(schemaOf(setting, isText), value, { abortEarly: true });
  if (result.success) return;
  const expected = (isText && flag.expected) || result.issues[0].message;
  const got = flag.secret ? '' : `, not ${show(given)}`;
  throw new UsageError(`${label} must be ${expected}${got}`);
}
