/** A stretch of time as it is waited for. */
function waitText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `あと${minutes}分${seconds % 60}秒` : `あと${seconds}秒`;
}

type AttemptFailureProps = { id: string; failure: string | null; secondsLeft: number };

/** What went wrong with a form, and for how long it is not to be tried again. */
export function AttemptFailure({ id, failure, secondsLeft }: AttemptFailureProps) {
  return (
    <div className="attempt-failure" id={id}>
      <p role="alert">{failure}</p>
      {secondsLeft > 0 && <p role="timer">{`${waitText(secondsLeft)}お待ちください。`}</p>}
    </div>
  );
}
