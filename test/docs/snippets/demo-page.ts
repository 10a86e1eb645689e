// #region demo-page
import { startWorker } from 'pet-catalog-mock/browser';

async function startDemo(): Promise<void> {
  const { mountControls } = await startWorker({ pets: 12, persist: 'session' });
  const controls = document.querySelector('#controls')!;
  await mountControls(controls);
  controls.addEventListener('change', () => void showPets());
  await showPets();
}

async function showPets(): Promise<void> {
  const response = await fetch('/v2/pets', { headers: { 'X-API-Key': 'demo' } });
  document.title = response.ok ? `${(await response.json()).length} pets` : 'No pets today';
}

void startDemo();
// #endregion
