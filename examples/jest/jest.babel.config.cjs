const presets = [['@babel/preset-env', { targets: { node: 'current' } }]];
const esModules =
  'pet-catalog-mock|@faker-js/faker|rettime|until-async|@open-draft/deferred-promise';

module.exports = {
  testEnvironment: 'jest-fixed-jsdom', // only for tests that need a DOM
  transform: { '\\.m?[jt]sx?$': ['babel-jest', { presets }] },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/)?(?:${esModules})/)`],
};
