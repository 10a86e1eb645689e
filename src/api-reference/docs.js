/* global SwaggerUIBundle */

/** Taken by a service that was started without a list of keys. */
const anyKey = 'demo-key';

const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

const reference = document.getElementById('reference');
const ui = SwaggerUIBundle({
  url: './openapi.json',
  domNode: reference,
  // Its own is a link within a button. The address of an operation is in the address bar when it opens.
  plugins: [{ components: { DeepLink: ({ text }) => text } }],
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  // Both would ask another host.
  validatorUrl: null,
  queryConfigEnabled: false,
  onComplete: () => ui.preauthorizeApiKey('ApiKey', anyKey),
});

// What Swagger UI leaves out for screen readers.
const missing = [
  ['#servers', 'aria-label', 'Server'],
  ['.examples-select-element', 'aria-label', 'Example'],
  ['.body-param__text', 'aria-label', 'Request body'],
  // Below the page's own heading.
  ['h1.title', 'aria-level', '2'],
  // As landmarks, the tables would all have the same name.
  ['.responses-table', 'role', 'table'],
  ['.information-container section', 'role', 'region'],
  ['.information-container section', 'aria-label', 'The service'],
  ['section.schemes', 'role', 'region'],
  ['section.schemes', 'aria-label', 'Server and key'],
  // A long command scrolls.
  ['pre.curl', 'tabindex', '0'],
  ['.close-modal', 'aria-label', 'Close'],
  ['.json-schema-2020-12-accordion:not(:has(.json-schema-2020-12__title))', 'aria-label', 'Fields'],
  // A press on the status opens a response.
  ['.response ~ .response .response-col_status', 'tabindex', '0'],
  ['.modal-ux h6', 'aria-level', '5'],
  // These have names that are not what can be read on them.
  ['.modal-btn[aria-label="Remove authorization"]', 'aria-label', 'Logout'],
  ['.modal-btn[aria-label="Apply credentials"]', 'aria-label', 'Authorize'],
];
new MutationObserver(() => {
  for (const [selector, name, value] of missing) {
    for (const element of reference.querySelectorAll(`${selector}:not([${name}="${value}"])`)) {
      element.setAttribute(name, value);
    }
  }
}).observe(reference, { childList: true, subtree: true });

for (const type of ['click', 'keydown']) {
  reference.addEventListener(type, ({ key, target }) => {
    const status = target.closest('.response-col_status');
    if (status && (!key || key === 'Enter')) status.parentElement.classList.toggle('is-open');
  });
}
