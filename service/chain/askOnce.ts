/** Wraps a question so that it is asked once. All callers share the answer, and a failure too. */
export function askOnce<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  const asked = new Map<Question, Promise<Answer>>();
  return (question) => {
    const answer = asked.get(question) ?? ask(question);
    asked.set(question, answer);
    return answer;
  };
}
