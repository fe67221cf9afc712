import type { AnswerView } from '../scenario/answer.ts'

type Grant = NonNullable<NonNullable<AnswerView['trace']>['grant']>

/** The rules, those that are not held in front: they are what ends the request. */
export function uncoveredFirst({ rules, waived }: Grant): Grant['rules'] {
  if (waived !== undefined) return rules
  return [
    ...rules.filter(({ coveredBy }) => coveredBy === undefined),
    ...rules.filter(({ coveredBy }) => coveredBy !== undefined),
  ]
}

/** "1 of 3 not held". */
export function grantGlance(grant: Grant): string {
  const { rules, waived } = grant
  if (waived !== undefined) return 'not compared'
  if (rules.length === 0) return 'nothing'
  const missing = missingIn(grant)
  return missing === 0 ? `all ${rules.length} held` : `${missing} of ${rules.length} not held`
}

function missingIn({ rules }: Grant): number {
  return rules.filter(({ coveredBy }) => coveredBy === undefined).length
}

/** What was compared, and with what. */
export function grantInWords(grant: Grant): string {
  const { user, namespace, roleRef, waived, rules } = grant
  const where = namespace === '' ? 'in the whole cluster' : `in namespace ${namespace}`
  const whose = roleRef === undefined ? 'it' : `${roleRef.kind} ${roleRef.name}`
  switch (waived) {
    case 'system:masters':
      return `${user.username} is a member of system:masters, and may grant anything.`
    case 'escalate':
      return `${user.username} holds escalate for it, so nothing is compared.`
    case 'bind':
      return `${user.username} holds bind for ${whose}, so nothing is compared.`
    case 'only-garbage-collection':
      return 'Only fields of the garbage collector change, so nothing is compared.'
    default:
      return rules.length === 0
        ? `There is no rule in ${whose}, so it grants nothing.`
        : `Each rule of ${whose}, taken apart, beside what ${user.username} holds ${where}.`
  }
}
