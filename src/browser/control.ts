const reloaded = 'pet-catalog-mock:reloaded';

/**
 * Loads the page once more if it was reloaded past the cache (Shift-reload). The browser then does not
 * let a running service worker control the page, and requests would go to the network. msw reloads the
 * page as well, but continues meanwhile, and repeats it if that does not help.
 *
 * @throws Error if the page has been loaded once more and is still not controlled.
 */
export async function reloadWithoutControl(script: string): Promise<void> {
  // Without service workers, msw throws its own error.
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const { href } = new URL(script, location.href);
  const registrations = await serviceWorker.getRegistrations();
  const runs = registrations.some(({ installing, waiting, active }) =>
    [installing, waiting, active].some((one) => one?.scriptURL === href),
  );
  const isFine = serviceWorker.controller !== null || !runs;
  const isSecond = swapMark(!isFine);
  if (isFine) return;
  if (isSecond) {
    swapMark(false);
    throw new Error(
      `The service worker at ${href} does not get the requests of this page. If a reload does not help: is ` +
        '"Bypass for network" on in the developer tools, or is the page above the folder of the script?',
    );
  }
  console.warn(
    '[pet-catalog-mock] The page was reloaded past its service worker (Shift-reload), so it is loaded once more',
  );
  location.reload();
  await new Promise<never>(() => {});
}

/** Sets or removes the mark. Returns whether it was there; `true` without storage, so that a page never loops. */
function swapMark(next: boolean): boolean {
  try {
    const isThere = sessionStorage.getItem(reloaded) !== null;
    if (next) sessionStorage.setItem(reloaded, '');
    else sessionStorage.removeItem(reloaded);
    return isThere;
  } catch {
    return true;
  }
}
