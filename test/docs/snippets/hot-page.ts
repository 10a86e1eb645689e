/// <reference types="vite/client" />
// #region hot-page
import { startWorker } from 'pet-catalog-mock/browser';

const mock = await startWorker({ pets: 12, persist: 'session' });
import.meta.hot?.dispose(() => mock.stop());
// #endregion
