import { ApiError } from './api/request.js';
import { showAlert } from './dialogs.js';

const FAILED = 'エラー';

/** The message for a failure that the server does not describe. */
export const UNKNOWN_FAILURE = '処理に失敗しました。もう一度お試しください。';

/** Alerts the server's words for a failed call; OK leads to the element with this id, if one is named. */
export async function alertFailure(error: unknown, focusAfter?: string): Promise<void> {
  if (!(error instanceof ApiError)) console.error(error);
  await showAlert(error instanceof ApiError ? error.message : UNKNOWN_FAILURE, FAILED, focusAfter);
}
