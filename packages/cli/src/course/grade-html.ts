import type { Course } from '@authz-playground/engine/documents'
import { xml } from '../reports.ts'
import { type GradedRow, type LessonRow, stateInWords } from './graded.ts'

/** A page of one file, without a script and without anything from elsewhere, for both themes. All texts are escaped. */
export function gradesHTML({ title, lessons }: Course, rows: readonly GradedRow[]): string {
  const heads = lessons.map(
    ({ title }, index) => `<th scope="col"><abbr title="${xml(title)}">${index + 1}</abbr></th>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${xml(title)}: ${rows.length} ${rows.length === 1 ? 'hand-in' : 'hand-ins'}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${xml(title)}</h1>
<ol>
${lessons.map(({ id, title }) => `<li>${xml(title)} <code>${xml(id)}</code></li>`).join('\n')}
</ol>
<div class="wide">
<table>
<thead><tr><th scope="col">Who</th>${heads.join('')}<th scope="col">Result</th><th scope="col">To know</th></tr></thead>
<tbody>
${rows.map((row) => tableRow(row, lessons)).join('\n')}
</tbody>
</table>
</div>
<p>✓ all goals hold · ✗ some do not · – nothing was handed in</p>
${rows.map(detailsOf).join('')}</main>
</body>
</html>
`
}

const CELLS: Readonly<Record<LessonRow['state'], readonly [mark: string, words: string]>> = {
  solved: ['✓', 'all goals hold'],
  unsolved: ['✗', 'some goals do not hold'],
  untouched: ['–', 'nothing was handed in'],
}

function tableRow(row: GradedRow, lessons: Course['lessons']): string {
  const cells = lessons.map(({ id }) => {
    const state = row.lessons.find((one) => one.id === id)?.state
    if (state === undefined) return '<td></td>'
    const [mark, words] = CELLS[state]
    return `<td class="${state}"><span title="${words}">${mark}</span></td>`
  })
  const remarks = row.remarks.map(xml).join('<br>')
  return `<tr><th scope="row">${who(row)}</th>${cells.join('')}<td>${xml(stateInWords(row))}</td><td>${remarks}</td></tr>`
}

function who({ who, label }: GradedRow): string {
  return label === '' ? xml(who) : `${xml(who)} <small>${xml(label)}</small>`
}

/** The goals that are unmet, folded. */
function detailsOf(row: GradedRow): string {
  const unsolved = row.lessons.filter(({ state }) => state === 'unsolved')
  if (unsolved.length === 0) return ''
  const parts = unsolved.map(({ title, unmet, hints, sawSolution }) => {
    const goals = unmet.map(({ goal, why }) => `<li><b>${xml(goal)}</b><br>${why.map(xml).join('<br>')}</li>`)
    const help = [
      ...(hints > 0 ? [`${hints} ${hints === 1 ? 'hint' : 'hints'} shown`] : []),
      ...(sawSolution ? ['solution shown'] : []),
    ]
    return `<h2>${xml(title)}</h2>\n${help.length === 0 ? '' : `<p>${help.join(', ')}</p>\n`}<ul>\n${goals.join('\n')}\n</ul>\n`
  })
  return `<details>\n<summary>${who(row)}</summary>\n${parts.join('')}</details>\n`
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; background: Canvas; color: CanvasText }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { padding: .35rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid GrayText }
th[scope=row], li, summary { overflow-wrap: anywhere }
abbr { text-decoration: none }
.solved { color: light-dark(#11662f, #7ad39a) }
.unsolved { color: light-dark(#9b1c1c, #ff9d94) }
code, small { font-size: .875em }
details { margin: .5rem 0 }
h2 { font-size: 1.1rem }
summary { cursor: pointer }
`
