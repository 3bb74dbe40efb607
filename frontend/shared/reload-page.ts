let isLeaving = false;

/** Loads the page anew; everything typed is restored, so the browser does not ask. */
export function reloadPage(): void {
  isLeaving = true;
  location.reload();
}

/** Whether the page is being loaded anew by `reloadPage`. */
export const isReloading = (): boolean => isLeaving;
