import { createApi } from './api.ts';
import { mountApp } from './app.ts';

const root = document.querySelector<HTMLElement>('#app')!;
const api = createApi({ apiKey: import.meta.env['VITE_API_KEY'] ?? 'demo-key' });

if (import.meta.env.MODE === 'demo') {
  const { startDemo } = await import('./demo.ts');
  await startDemo(root, api);
} else {
  await mountApp(root, api).refresh();
}
