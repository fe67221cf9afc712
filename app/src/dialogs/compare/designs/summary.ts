import { OWN_DESIGN } from '@authz-playground/engine'
import { aboutDesign, IMPERSONATION_DESIGNS } from '@authz-playground/engine/internal/designs'
import type { DesignRow } from '@authz-playground/pictures'
import { classOf } from './groups.ts'

/** The designs that say how one user may act as another. */
const ABOUT_IMPERSONATION: ReadonlySet<string> = new Set(IMPERSONATION_DESIGNS.map(({ id }) => id))

/**
 * The comparison in a sentence or two: how many designs of impersonation give each answer, and in the words of how many the
 * policy grants nothing. `here`: the row of the design on the page.
 */
export function summaryOf(rows: readonly DesignRow[] | undefined, here: DesignRow | undefined): string {
  if (rows === undefined) return '…'
  if (here?.outcome === undefined) return 'The scenario is not fully understood, so no design decides it.'
  const designs = rows.filter(({ design }) => ABOUT_IMPERSONATION.has(design))
  const silent = designs.filter(({ notInItsWords }) => notInItsWords)
  const spoken = designs.filter(({ notInItsWords }) => !notInItsWords)
  return [answersOf(spoken, designs.length, silent.length), wordsOf(silent.length, spoken.length), besides(rows, here)]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** "Of 16 designs of impersonation, 2 answer 200 and 1 answers 403." */
function answersOf(rows: readonly DesignRow[], all: number, silent: number): string {
  const classes = [...new Set(rows.map(classOf))].sort()
  const [only] = classes
  if (only === undefined) return ''
  if (classes.length === 1 && silent === 0) return `All ${all} designs of impersonation ${answer(only, all)}.`
  const parts = classes.map((one) => {
    const count = rows.filter((row) => classOf(row) === one).length
    return `${count} ${answer(one, count)}`
  })
  const last = parts.pop()
  return `Of ${all} designs of impersonation, ${parts.length === 0 ? '' : `${parts.join(', ')} and `}${last}.`
}

function answer(one: string, count: number): string {
  if (one === 'undecided') return count === 1 ? 'does not decide' : 'do not decide'
  return `${count === 1 ? 'answers' : 'answer'} ${one}`
}

/** "In the words of the other 12 this policy grants nothing: their 403 says nothing about the permission." */
function wordsOf(silent: number, spoken: number): string {
  if (silent === 0) return ''
  const whose =
    spoken === 0 ? `any of the ${silent} designs of impersonation` : silent === 1 ? 'the other' : `the other ${silent}`
  return `In the words of ${whose} this policy grants the requestor nothing: ${silent === 1 ? 'its' : 'their'} 403 is about the words, not about the permission.`
}

/**
 * The designs that impersonate as released: that they are not among those counted, or the answer of each that differs where all of
 * those answer alike.
 */
function besides(rows: readonly DesignRow[], here: DesignRow): string {
  const counted = rows.filter(({ design }) => ABOUT_IMPERSONATION.has(design))
  const alike = counted.every((row) => classOf(row) === classOf(counted[0]))
  const others = rows.filter((row) => !ABOUT_IMPERSONATION.has(row.design) && row.design !== OWN_DESIGN && row !== here)
  const differing = alike ? others.filter((row) => classOf(row) !== classOf(counted[0])) : others
  if (differing.length === 0) return ''
  const titles = differing.map(({ design }) => `“${aboutDesign(design)?.title ?? design}”`)
  if (alike)
    return differing.map((row, at) => `${titles[at]}, which is not counted, ${answer(classOf(row), 1)}.`).join(' ')
  const [verb, are] = differing.length === 1 ? ['impersonates', 'is'] : ['impersonate', 'are']
  return `${titles.join(' and ')} ${verb} as released, and ${are} not counted.`
}
