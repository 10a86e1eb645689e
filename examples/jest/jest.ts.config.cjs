const esModules =
  'pet-catalog-mock|@faker-js/faker|rettime|until-async|@open-draft/deferred-promise';

module.exports = {
  transform: { '\\.m?[jt]sx?$': 'ts-jest' }, // tsconfig.json has "allowJs": true
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/)?(?:${esModules})/)`],
};
