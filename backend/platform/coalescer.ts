type Batch<Question, Answer> = { questions: Question[]; answer: Promise<Answer> };

const NOTHING = () => undefined;

/**
 * Answers concurrent questions in batches, one batch at a time: questions asked while a batch runs share the next one. An
 * answer therefore always comes from a batch that began after its question.
 */
export class Coalescer<Question, Answer> {
  private next: Batch<Question, Answer> | null = null;
  private lastEnded: Promise<unknown> = Promise.resolve();

  constructor(private readonly answerBatch: (questions: readonly Question[]) => Promise<Answer>) {}

  /** The answer of the next batch. */
  ask(question: Question): Promise<Answer> {
    this.next ??= this.prepare();
    this.next.questions.push(question);
    return this.next.answer;
  }

  private prepare(): Batch<Question, Answer> {
    const questions: Question[] = [];
    const answer = this.lastEnded.then(() => {
      this.next = null;
      return this.answerBatch(questions);
    });
    // Without its answer, which would stay in memory; the callers receive the rejection.
    this.lastEnded = answer.then(NOTHING, NOTHING);
    return { questions, answer };
  }
}
