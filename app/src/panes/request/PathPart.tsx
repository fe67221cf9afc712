import type { FormRows } from './form-rows.ts'
import { SelectRow } from './SelectRow.tsx'
import { TextRow } from './TextRow.tsx'

interface PathPartProps {
  readonly method: string
  readonly path: string
  readonly rows: FormRows
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const WHAT = { kind: 'what' } as const

/** A request for a non-resource path: its verb is the method in lower case. */
export function PathPart({ method, path, rows }: PathPartProps) {
  const chosen = rows.value('method', method)
  const methods = METHODS.includes(chosen) ? METHODS : [chosen, ...METHODS]
  return (
    <>
      <SelectRow
        {...rows.row('method', WHAT)}
        label="Method"
        mono
        value={chosen}
        options={methods.map((value) => ({ value, title: value }))}
        readOnly={rows.readOnly}
        onChange={(value) => rows.change('method', { method: value })}
      />
      <TextRow
        {...rows.row('path', WHAT)}
        label="Path"
        value={rows.value('path', path)}
        readOnly={rows.readOnly}
        problem={rows.refusedOf('path')}
        onChange={(value) => rows.change('path', { path: value })}
      />
    </>
  )
}
