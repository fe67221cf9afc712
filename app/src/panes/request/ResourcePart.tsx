import {
  type BodyFields,
  fieldProblem,
  METHOD_OF_VERB,
  type ResourceFields,
} from '@authz-playground/engine/internal/http'
import { COLLECTION_VERBS } from '@authz-playground/engine/internal/kube'
import { useMemo, useState } from 'react'
import { usePlayground } from '../../session/index.ts'
import { reportLoadFailure } from '../../ui/index.ts'
import { bodyTypeFor } from './body-types.ts'
import { ComboRow } from './ComboRow.tsx'
import type { FieldChoice } from './choices.ts'
import type { RowPointing } from './FormRow.tsx'
import type { FormRows } from './form-rows.ts'
import { SelectRow } from './SelectRow.tsx'
import { TextRow } from './TextRow.tsx'

interface ResourcePartProps {
  readonly resource: ResourceFields
  readonly sends: BodyFields
  readonly rows: FormRows
}

const VERBS = [...METHOD_OF_VERB.keys()]
const NO_CHOICES: readonly FieldChoice[] = []
const WHAT = { kind: 'what' } as const
/** Verbs for collections: they have selectors, and no name. */

type Table = typeof import('./resource-choices.ts')

/** A request for a resource. Fields without a meaning for its verb are shown only where they have a value. */
export function ResourcePart({ resource, sends, rows }: ResourcePartProps) {
  const [table, setTable] = useState<Table>()
  const version = usePlayground(({ scenario }) => scenario.cluster.version)
  const choices = useMemo(() => table?.resourceChoices(version), [table, version])
  const now = Object.fromEntries(
    Object.entries(resource).map(([name, value]) => [name, rows.value(name as keyof ResourceFields, value)]),
  ) as unknown as ResourceFields
  const verbs = VERBS.includes(now.verb) ? VERBS : [now.verb, ...VERBS]
  const ofMany = COLLECTION_VERBS.has(now.verb)
  const creates = now.verb === 'create'

  function loadTable(): void {
    if (table === undefined) {
      import('./resource-choices.ts').then(setTable, () => reportLoadFailure('The list of resources', loadTable))
    }
  }

  /** The common props of the one-line fields. */
  function field(
    name: keyof ResourceFields,
    label: string,
  ): RowPointing & Pick<Parameters<typeof TextRow>[0], 'label' | 'value' | 'onChange' | 'readOnly' | 'problem'> {
    const problem = fieldProblem(name, now[name])
    return {
      ...rows.row(name, WHAT),
      label,
      value: now[name],
      readOnly: rows.readOnly,
      problem: problem === undefined ? rows.refusedOf(name) : `${label} ${problem}.`,
      onChange: (value) => rows.change(name, { [name]: value }),
    }
  }

  return (
    <>
      <SelectRow
        {...rows.row('verb', WHAT)}
        label="Verb"
        mono
        value={now.verb}
        options={verbs.map((value) => ({ value, title: value === '' ? '""' : value }))}
        readOnly={rows.readOnly}
        onChange={(verb) => rows.change('verb', { verb, ...bodyTypeFor(verb, sends) })}
      />
      <ComboRow
        {...field('resource', 'Resource')}
        choices={choices?.resources ?? []}
        onWanted={loadTable}
        onChoose={({ value, apiGroup, apiVersion, namespaced }) =>
          rows.change('resource', {
            resource: value,
            apiGroup,
            apiVersion,
            subresource: '',
            namespace: namespaced ? now.namespace || (ofMany ? '' : 'default') : '',
          })
        }
      />
      <ComboRow
        {...field('apiGroup', 'API group')}
        choices={choices?.apiGroups ?? NO_CHOICES}
        onWanted={loadTable}
        onChoose={({ value }) => rows.change('apiGroup', { apiGroup: value })}
        empty="the core group"
      />
      <TextRow {...field('apiVersion', 'Version')} />
      {(!ofMany || now.subresource !== '') && (
        <ComboRow
          {...field('subresource', 'Subresource')}
          choices={choices?.subresourcesOf(now.apiGroup, now.resource) ?? NO_CHOICES}
          onWanted={loadTable}
          onChoose={({ value }) => rows.change('subresource', { subresource: value })}
        />
      )}
      <TextRow
        {...field('namespace', 'Namespace')}
        {...(ofMany && { empty: 'all, or none for cluster-scoped resources' })}
      />
      {((!ofMany && !(creates && now.subresource === '')) || now.name !== '') && <TextRow {...field('name', 'Name')} />}
      {(ofMany || now.labelSelector !== '') && <TextRow {...field('labelSelector', 'Label selector')} />}
      {(ofMany || now.fieldSelector !== '') && <TextRow {...field('fieldSelector', 'Field selector')} />}
    </>
  )
}
