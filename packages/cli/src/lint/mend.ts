import { edited, editsOfAll } from '@authz-playground/engine/lint'
import type { InputFile } from '../files.ts'
import type { LintedFile } from './linted-file.ts'

/** A mend can make room for the next one: `deploy` in the wrong group. No text needs more rounds than this. */
const MOST_ROUNDS = 10

/** The files after mending all that can be mended without a decision, linted again. */
export function mended(
  files: readonly LintedFile[],
  lint: (texts: readonly InputFile[]) => readonly LintedFile[],
): readonly LintedFile[] {
  let linted = files
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const texts = linted.map(({ file, policy, findings }) => ({
      ...file,
      text: edited(file.text, editsOfAll(policy, findings)),
    }))
    if (texts.every(({ text }, index) => text === linted[index]?.file.text)) return linted
    linted = lint(texts)
  }
  return linted
}

/** The lines around a change. */
const CONTEXT = 3

/** A change of a file in the unified format, which `patch` reads; empty where nothing changes. */
export function textDifference(name: string, before: string, after: string): string {
  if (before === after) return ''
  const [old, now] = [linesOf(before), linesOf(after)]
  const changes = changedLines(old, now)
  const hunks: { from: number; to: number; of: (typeof changes)[number][] }[] = []
  for (const change of changes) {
    const last = hunks.at(-1)
    if (last !== undefined && change.from - last.to <= 2 * CONTEXT) {
      last.to = change.to
      last.of.push(change)
    } else hunks.push({ from: change.from, to: change.to, of: [change] })
  }
  const printed = hunks.map(({ from, to, of }) => {
    const [first, end] = [Math.max(from - CONTEXT, 0), Math.min(to + CONTEXT, old.length)]
    const lines: string[] = []
    let at = first
    for (const change of of) {
      lines.push(...old.slice(at, change.from).map((line) => ` ${line}`))
      lines.push(...old.slice(change.from, change.to).map((line) => `-${line}`))
      lines.push(...now.slice(change.newFrom, change.newTo).map((line) => `+${line}`))
      at = change.to
    }
    lines.push(...old.slice(at, end).map((line) => ` ${line}`))
    const moved = (of[0]?.newFrom ?? 0) - (of[0]?.from ?? 0)
    const added = of.reduce((sum, one) => sum + (one.newTo - one.newFrom) - (one.to - one.from), 0)
    return `@@ -${first + 1},${end - first} +${first + moved + 1},${end - first + added} @@\n${lines.map((line) => (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`)).join('')}`
  })
  return `--- ${name}\n+++ ${name}\n${printed.join('')}`
}

/** The lines of a text with their line breaks. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

interface ChangedLines {
  readonly from: number
  readonly to: number
  readonly newFrom: number
  readonly newTo: number
}

/** The runs of lines that differ: after each, the next lines that are in both texts at the same distance, or nearest to it. */
function changedLines(old: readonly string[], now: readonly string[]): readonly ChangedLines[] {
  const changes: ChangedLines[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      i++
      j++
      continue
    }
    const [di, dj] = resync(old, now, i, j)
    changes.push({ from: i, to: i + di, newFrom: j, newTo: j + dj })
    i += di
    j += dj
  }
  return changes
}

function resync(old: readonly string[], now: readonly string[], i: number, j: number): readonly [number, number] {
  const most = old.length - i + now.length - j
  for (let sum = 1; sum <= most; sum++) {
    for (let di = Math.min(sum, old.length - i); di >= 0; di--) {
      const dj = sum - di
      if (j + dj > now.length) break
      const ends = i + di === old.length && j + dj === now.length
      if (ends || (old[i + di] !== undefined && old[i + di] === now[j + dj])) return [di, dj]
    }
  }
  return [old.length - i, now.length - j]
}
