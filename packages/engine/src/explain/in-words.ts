import type { RichText } from '../trace/index.ts'
import type { Explanation } from './explain.ts'

/**
 * The first near rule of a refusal in words, or that there is none. Undefined where rules are not the reason.
 */
export function nearlyInWords({ nearly, first, otherwise }: Explanation): RichText | undefined {
  if (first !== undefined) return first.words[0]
  const unanswered = nearly.some(({ check }) => check.settled === undefined)
  return unanswered && otherwise === undefined ? ['No RBAC rule comes close.'] : undefined
}

/**
 * What a text says below a refusal, a line each: the rule that comes closest, and what else is the reason.
 *
 * @param lead what the first line begins with, such as "Nearly: "
 */
export function refusalLines(explanation: Explanation, lead: string): readonly RichText[] {
  const nearly = nearlyInWords(explanation)
  const { first, otherwise } = explanation
  return [...(nearly ? [first === undefined ? nearly : [lead, ...nearly]] : []), ...(otherwise ? [otherwise] : [])]
}
