export default {
  transform: {},
  globalSetup: './start-mock.mjs',
  globalTeardown: './stop-mock.mjs',
};
