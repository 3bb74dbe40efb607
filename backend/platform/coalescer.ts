type Round<Question, Answer> = { questions: Question[]; answer: Promise<Answer> };

/**
 * Works questions out together: one round after the other, and all that are asked during a round share the next. So an
 * answer always comes from a round that began after its question, however many ask at once.
 */
export class Coalescer<Question, Answer> {
  private next: Round<Question, Answer> | null = null;
  private lastEnded: Promise<unknown> = Promise.resolve();

  constructor(private readonly workOut: (questions: readonly Question[]) => Promise<Answer>) {}

  /** The answer of the next round. */
  ask(question: Question): Promise<Answer> {
    this.next ??= this.prepare();
    this.next.questions.push(question);
    return this.next.answer;
  }

  private prepare(): Round<Question, Answer> {
    const questions: Question[] = [];
    const answer = this.lastEnded.then(() => {
      this.next = null;
      return this.workOut(questions);
    });
    this.lastEnded = answer.catch(() => undefined); // Those who asked learn of it.
    return { questions, answer };
  }
}
