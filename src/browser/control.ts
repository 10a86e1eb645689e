const reloaded = 'pet-catalog-mock:reloaded';

/**
 * A page that was reloaded past the cache (Shift-reload) is not controlled by a service worker that runs
 * already, for another tab say: its requests go to the network. So the page is loaded once more, and
 * what comes after is for that one. msw reloads it, too, but goes on meanwhile, and over and over where
 * that does not help.
 *
 * @throws Error when the page has been loaded once more and still is not controlled.
 */
export async function reloadWithoutControl(script: string): Promise<void> {
  // msw says what is wrong where there are no service workers.
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

/** @returns Whether the mark was there; also where it cannot be kept, so that a page never loops. */
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
