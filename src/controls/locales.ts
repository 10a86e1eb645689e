/** Faker's names of the languages that pets can have names in. */
export const locales = [
  'ar',
  'cs_CZ',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fa',
  'fi',
  'fr',
  'he',
  'hr',
  'hu',
  'id_ID',
  'it',
  'ja',
  'ko',
  'nb_NO',
  'nl',
  'pl',
  'pt_BR',
  'ro',
  'ru',
  'sk',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh_CN',
  'zh_TW',
] as const;

export type Locale = (typeof locales)[number];

const languageOf = (locale: string) => locale.split('_')[0]!;

/**
 * Finds a locale by its name, in any letter case, with `-` or `_`. A country without a locale gets its
 * language's: `de` for `de-AT`, `pt_BR` for `pt`. Returns `undefined` for an unknown name.
 */
export function findLocale(given: string): Locale | undefined {
  const wanted = given.toLowerCase().replaceAll('-', '_');
  return (
    locales.find((one) => one.toLowerCase() === wanted) ??
    locales.find((one) => languageOf(one) === languageOf(wanted))
  );
}
