import { ApiError, failureText } from './api/request.js';
import { showAlert } from './dialogs.js';

const FAILED = 'エラー';

/** Alerts the server's words for a failed call; OK leads to the element with this id, if one is named. */
export async function alertFailure(error: unknown, focusAfter?: string): Promise<void> {
  if (!(error instanceof ApiError)) console.error(error);
  await showAlert(failureText(error), FAILED, focusAfter);
}
