import { delay, http, HttpResponse } from 'msw';

export default [
  // A path that the service does not have.
  http.get('*/v2/status', () => HttpResponse.json({ open: true })),

  // Slow cats: without a response, the request goes on to the next handler, and then to the service.
  http.post('*/v2/pets', async ({ request }) => {
    // The service itself refuses a body that is not JSON.
    const pet = await request.json().catch(() => null);
    if (pet?.tag === 'cat') await delay(200);
  }),
];
