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
 * The locale that is meant, in any case of letters, with `-` or `_`. A country that has none of its
 * own gets that of the language: `de` for `de-AT`, `pt_BR` for `pt`. `undefined` for what is unknown.
 */
export function findLocale(given: string): Locale | undefined {
  const wanted = given.toLowerCase().replaceAll('-', '_');
  return (
    locales.find((one) => one.toLowerCase() === wanted) ??
    locales.find((one) => languageOf(one) === languageOf(wanted))
  );
}
