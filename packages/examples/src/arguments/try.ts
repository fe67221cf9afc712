import { CLUSTER_PARTS, decider, readRequest } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/conditions'
import { askedOf, before, checksOf } from './found.ts'
import { ARGUMENTS, settle, toPlay } from './index.ts'

const decide = decider(readRequest)
const only = process.argv[2]
for (const a of ARGUMENTS) {
  if (only && !a.id.includes(only)) continue
  const rows = toPlay(a).map((p) => ({ p, d: decide(p.scenario, { parts: { ...CLUSTER_PARTS, conditions: CEL } }) }))
  const bad = rows.filter((r) => r.d.state !== 'decided')
  for (const b of bad)
    console.log(
      '!!',
      a.id,
      b.p.name,
      b.p.design,
      b.d.errors.map((e) => e.message + ' @' + e.range.line),
    )
  for (const r of rows)
    console.log(
      '   ',
      a.id,
      r.p.name.padEnd(12),
      r.p.design.padEnd(15),
      r.d.trace?.outcome.code,
      'before',
      before(r.d.trace!),
      only
        ? checksOf(r.d.trace!)
            .map(
              (c, i) => `\n        ${(c.settled ?? c.answer).decision} ${askedOf(r.d.trace!)[i]} ${c.attributes.name}`,
            )
            .join('')
        : '',
    )
  const warns = new Set(rows.flatMap((r) => r.d.policy.diagnostics.map((d) => d.severity + ' ' + d.message)))
  for (const w of warns) console.log('   W', w)
  if (bad.length) continue
  const v = settle(
    a,
    rows.map((r) => r.d.trace!),
  )
  console.log(a.id, '→', v.kind.toUpperCase(), v.kind === 'only-if' ? v.condition : '', '\n   ', v.sentence)
}
