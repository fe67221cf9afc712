import type { RichText, UserInfo } from '@authz-playground/engine'
import { MARKS } from '../marks/marks.ts'
import { lowerCase } from '../playing/narration.ts'
import { counted } from '../words/counted.ts'
import type { DesignRow } from './design-row.ts'

/** A design by its title, and its answer to the request. */
export interface Judged {
  readonly title: string
  readonly row: DesignRow
}

/** The differences between the answers of two designs, in a sentence or two. Empty where either decides nothing. */
export function differenceInWords([left, right]: readonly [left: Judged, right: Judged]): RichText {
  const [codeOfLeft, codeOfRight] = [left.row.outcome?.code, right.row.outcome?.code]
  if (codeOfLeft === undefined || codeOfRight === undefined) return []
  if (codeOfLeft !== codeOfRight) {
    return [...answering(left, codeOfLeft), '; ', ...answering(right, codeOfRight), '.']
  }
  return [`Both answer ${codeOfLeft}${countsOf(left, right)}.`, ...besides(left, right)]
}

/** "“Legacy impersonation” answers 403 after 1 check: may ctl impersonate users named jane? NoOpinion" */
function answering({ title, row: { checks, decisive } }: Judged, code: number): RichText {
  const asked =
    code !== 200 && decisive ? [': ', ...lowerCase(decisive.question), ` ${MARKS[decisive.decision].word}`] : []
  return [`“${title}” answers ${code} ${after(checks)}`, ...asked]
}

function countsOf(left: Judged, right: Judged): string {
  const [ofLeft, ofRight] = [left.row.checks, right.row.checks]
  return ofLeft === ofRight
    ? ` ${after(ofLeft)}`
    : `, “${left.title}” ${after(ofLeft)} and “${right.title}” ${after(ofRight)}`
}

function after(checks: number): string {
  return checks === 0 ? 'without a check' : `after ${counted(checks, 'check')}`
}

/** The differences where both answers have the same code. */
function besides({ row: left }: Judged, { row: right }: Judged): RichText {
  const what = [
    ...(left.message === right.message ? [] : ['the message that the client reads']),
    ...(sameUser(left.impersonatedUser, right.impersonatedUser) ? [] : ['the user that the request goes on as']),
    ...(left.constraint === right.constraint ? [] : ['what the audit event names as constraint']),
  ]
  return what.length === 0 ? [] : [` What differs: ${what.join('; ')}.`]
}

function sameUser(a: UserInfo | undefined, b: UserInfo | undefined): boolean {
  return plain(a) === plain(b)
}

function plain(user: UserInfo | undefined): string {
  return JSON.stringify(user && [user.username, user.uid, user.groups, [...user.extra]])
}
