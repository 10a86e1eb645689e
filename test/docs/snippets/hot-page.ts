/// <reference types="vite/client" />
// #region hot-page
import { startWorker } from 'pet-catalog-mock/browser';

const starting = startWorker({ pets: 12, persist: 'session' });
import.meta.hot?.dispose(async () => (await starting).stop());
// #endregion
