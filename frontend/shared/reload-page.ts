const page = { isLeaving: false };

/** Loads the page anew, here or at another address; everything typed is restored, so the browser does not ask. */
export function reloadPage(address?: string): void {
  page.isLeaving = true;
  if (address === undefined) location.reload();
  else location.assign(address);
}

/** Returns true if the page is being loaded anew by `reloadPage`. */
export const isReloading = (): boolean => page.isLeaving;
