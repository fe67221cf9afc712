import type { Condition } from '../kube/index.ts'

/** What a condition does where it holds: "Allow, only if". */
export function onlyIf({ effect }: Pick<Condition, 'effect'>): string {
  return `${effect}, ${effect === 'Allow' ? 'only if' : 'if'}`
}

/** What a condition came to: "true", "error: no such key", "not evaluated". */
export function cameTo({ came }: Pick<Condition, 'came'>): string {
  if (came === undefined) return 'not evaluated'
  return typeof came === 'boolean' ? `${came}` : `error: ${came.error}`
}
