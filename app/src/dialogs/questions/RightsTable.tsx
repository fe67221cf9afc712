import { resourceName } from '@authz-playground/engine/internal/kube'
import type { PathRow, Reach, ResourceRow, WhatCanAnswer } from '@authz-playground/engine/questions'
import { shortened } from '@authz-playground/pictures'
import { useState } from 'react'
import { Icon, LinkButton } from '../../ui/index.ts'
import type { TypedSubject } from '../../worker/index.ts'
import { AskButton } from './AskButton.tsx'
import styles from './Questions.module.css'
import { byGroup, linesOf } from './rights.ts'
import { Ways } from './Ways.tsx'

/** So many resources of a group are listed at first. */
const FEW = 40

/** Not to impersonate anybody. */
const AS_ITSELF = { username: '', groups: [] }

interface RightsTableProps {
  readonly view: WhatCanAnswer
  readonly asked: TypedSubject
}

/** Everything that a subject may do: resources by API group, each verb with its places and rules; then paths. */
export function RightsTable({ view, asked }: RightsTableProps) {
  const { resources, paths } = view.can
  if (resources.length + paths.length === 0) return null
  return (
    <table className={styles.table} aria-label="What can">
      <thead>
        <tr>
          <th scope="col">Resource</th>
          <th scope="col">Verbs</th>
          <th scope="col">Where</th>
          <th scope="col">By</th>
        </tr>
      </thead>
      {byGroup(resources).map(([apiGroup, rows]) => (
        <Group key={apiGroup} title={groupTitle(apiGroup)} count={rows.length}>
          {(shown) =>
            rows.slice(0, shown).map((row) => <Resource key={row.resource} row={row} view={view} asked={asked} />)
          }
        </Group>
      ))}
      {paths.length > 0 && (
        <Group title="Paths" count={paths.length}>
          {(shown) => paths.slice(0, shown).map((row) => <Path key={row.url} row={row} view={view} asked={asked} />)}
        </Group>
      )}
    </table>
  )
}

function groupTitle(apiGroup: string): string {
  if (apiGroup === '*') return 'Any API group'
  return apiGroup === '' ? 'Core API group' : apiGroup
}

interface GroupProps {
  readonly title: string
  readonly count: number
  children(shown: number): React.ReactNode
}

/** The rows of a group, which fold. */
function Group({ title, count, children }: GroupProps) {
  const [open, setOpen] = useState(true)
  const [all, setAll] = useState(false)
  const shown = all ? count : Math.min(count, FEW)
  return (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={4}>
          <LinkButton className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon name={open ? 'down' : 'next'} />
            {title} ({count.toLocaleString('en')})
          </LinkButton>
        </th>
      </tr>
      {open && children(shown)}
      {open && shown < count && (
        <tr>
          <td colSpan={4}>
            <LinkButton onClick={() => setAll(true)}>{(count - shown).toLocaleString('en')} more</LinkButton>
          </td>
        </tr>
      )}
    </tbody>
  )
}

function Resource({ row, view, asked }: RightsTableProps & { readonly row: ResourceRow }) {
  const lines = linesOf(row)
  const name = resourceName(row)
  return lines.map(({ verbs, reach }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole, and without state
    <tr key={at} className={at > 0 ? styles.further : undefined}>
      {at === 0 && (
        <th scope="row" rowSpan={lines.length}>
          <code>{shortened(name)}</code>
        </th>
      )}
      <td data-column="Verbs">
        <span className={styles.verbs}>
          {verbs.map((verb) => (
            <AskButton
              key={verb}
              subject={view.of.subject}
              groups={asked.groups}
              label={shortened(`${verb} ${name} ${placeText(reach)}`)}
              request={{ action: actionIn(row, verb, reach), as: AS_ITSELF }}
            >
              <code>{shortened(verb)}</code>
            </AskButton>
          ))}
        </span>
      </td>
      <td data-column="Where">
        <Place of={reach} />
      </td>
      <td data-column="By">
        <Ways of={reach.ways} />
      </td>
    </tr>
  ))
}

function actionIn({ apiGroup, resource }: ResourceRow, verb: string, { namespace, names }: Reach) {
  const [name] = names ?? []
  return { verb, apiGroup, resource, namespace, ...(name !== undefined && { name }) }
}

function placeText({ namespace, names }: Reach): string {
  const where = namespace === '' ? 'everywhere' : `in ${namespace}`
  return names === undefined ? where : `${where}, named ${names.join(', ')}`
}

function Place({ of: { namespace, names } }: { readonly of: Reach }) {
  return (
    <span>
      {namespace === '' ? (
        'everywhere'
      ) : (
        <>
          in <code>{shortened(namespace)}</code>
        </>
      )}
      {names && (
        <>
          , named <code>{names.map((name) => (name === '' ? '""' : shortened(name))).join(', ')}</code>
        </>
      )}
    </span>
  )
}

function Path({ row: { url, verbs }, view, asked }: RightsTableProps & { readonly row: PathRow }) {
  return verbs.map(({ verb, ways }, at) => (
    <tr key={verb} className={at > 0 ? styles.further : undefined}>
      {at === 0 && (
        <th scope="row" rowSpan={verbs.length}>
          <code>{shortened(url)}</code>
        </th>
      )}
      <td data-column="Verbs">
        <AskButton
          subject={view.of.subject}
          groups={asked.groups}
          label={shortened(`${verb} ${url}`)}
          request={{ action: { verb, apiGroup: '', resource: '', namespace: '', path: url }, as: AS_ITSELF }}
        >
          <code>{shortened(verb)}</code>
        </AskButton>
      </td>
      <td data-column="Where">
        <span>everywhere</span>
      </td>
      <td data-column="By">
        <Ways of={ways} />
      </td>
    </tr>
  ))
}
