/* global SwaggerUIBundle */

/** Taken by a service that was started without a list of keys. */
const anyKey = 'demo-key';

const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

const ui = SwaggerUIBundle({
  url: './openapi.json',
  domNode: document.getElementById('reference'),
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  // Both would ask another host.
  validatorUrl: null,
  queryConfigEnabled: false,
  onComplete: () => ui.preauthorizeApiKey('ApiKey', chosenKey()),
});

// Swagger UI draws words beside its selects, and does not tie the two together.
new MutationObserver(() => {
  for (const select of document.querySelectorAll('#reference select:not([aria-label])')) {
    if (select.id === 'servers') select.setAttribute('aria-label', 'Server');
    else if (select.matches('.examples-select-element')) {
      select.setAttribute('aria-label', 'Example');
    }
  }
}).observe(document.getElementById('reference'), { childList: true, subtree: true });

/** The key that was typed on the dashboard, in this tab. */
function chosenKey() {
  try {
    return JSON.parse(sessionStorage.getItem('pet-catalog-mock') ?? '{}').apiKey || anyKey;
  } catch {
    return anyKey;
  }
}
