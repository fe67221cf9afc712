import type { Example } from '@authz-playground/examples'
import type { Audience, Route } from '@authz-playground/examples/route'
import { useId, useState } from 'react'
import { choose, usePlayground } from '../../session/index.ts'
import { Icon, LinkButton, Select } from '../../ui/index.ts'
import styles from './Gallery.module.css'
import { LEVEL_NAMES } from './levels.ts'
import { FILTERS, type Filter, LEGACY, NO_MODE, valuesFor } from './search.ts'

/** The filters that are always shown. The search finds the others’ values by their words, so those are folded. */
const SHOWN: readonly Filter[] = ['route', 'level']
const FOLDED = FILTERS.filter((filter) => !SHOWN.includes(filter))

/** In place of a value, where a filter narrows nothing. */
const ANY = ''

const LABELS: Readonly<Record<Filter, string>> = {
  route: 'Route',
  level: 'Level',
  mode: 'Mode',
  code: 'Outcome',
  who: 'Sent by',
  design: 'Design',
}

const NAMES: Readonly<Record<string, string>> = {
  ...LEVEL_NAMES,
  [LEGACY]: 'the verb impersonate',
  [NO_MODE]: 'no impersonation',
  user: 'a user',
  'service account': 'a service account',
  node: 'a node',
}

const AUDIENCES: readonly { readonly value: Audience | typeof ANY; readonly title: string }[] = [
  { value: 'learn', title: 'readers of the documentation' },
  { value: 'debug', title: 'owners of a policy' },
  { value: 'designs', title: 'reviewers of KEPs' },
  { value: ANY, title: 'everybody' },
]

interface FiltersProps {
  readonly examples: readonly Example[]
  readonly routes: readonly Route[]
  /** For whom examples are shown; undefined for everybody. */
  readonly audience: Audience | undefined
  readonly chosen: Readonly<Partial<Record<Filter, string>>>
  onAudience(audience: Audience | undefined): void
}

/**
 * What the gallery is narrowed by. Each control offers only what the examples for the audience have. A folded one that narrows
 * them, as from an address, is shown.
 */
export function Filters({ examples, routes, audience, chosen, onAudience }: FiltersProps) {
  const [open, setOpen] = useState(false)
  const more = useId()
  const controls = (filters: readonly Filter[]) =>
    filters.map((filter) => (
      <FilterSelect
        key={filter}
        filter={filter}
        values={valuesFor(filter, examples, routes, audience)}
        of={{ routes, chosen }}
      />
    ))
  return (
    <fieldset className={styles.filters} aria-label="Filters">
      <Select
        inline
        label="For"
        value={audience ?? ANY}
        options={AUDIENCES}
        onChange={(value) => onAudience(value === ANY ? undefined : value)}
      />
      {controls(SHOWN)}
      <LinkButton className={styles.more} aria-expanded={open} aria-controls={more} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'down' : 'next'} />
        More filters
      </LinkButton>
      <div id={more} className={styles.folded}>
        {controls(open ? FOLDED : FOLDED.filter((filter) => chosen[filter] !== undefined))}
      </div>
      {FILTERS.some((filter) => chosen[filter] !== undefined) && (
        <LinkButton onClick={() => choose('gallery', Object.fromEntries(FILTERS.map((filter) => [filter, undefined])))}>
          Clear filters
        </LinkButton>
      )}
    </fieldset>
  )
}

interface FilterSelectProps {
  readonly filter: Filter
  /** Those that the examples for the audience have. */
  readonly values: readonly string[]
  readonly of: Pick<FiltersProps, 'routes' | 'chosen'>
}

function FilterSelect({ filter, values, of: { routes, chosen } }: FilterSelectProps) {
  const designs = usePlayground((now) => now.designs)
  const titleOf = (value: string): string => {
    if (filter === 'route') return routes.find(({ id }) => id === value)?.title ?? value
    if (filter === 'design') return designs?.find(({ id }) => id === value)?.title ?? value
    return NAMES[value] ?? value
  }
  const value = chosen[filter] ?? ANY
  // A filter with one value has nothing to choose; readers of the documentation have one design.
  if (values.length < 2) return null
  return (
    <Select
      inline
      label={LABELS[filter]}
      value={values.includes(value) ? value : ANY}
      options={[{ value: ANY, title: 'any' }, ...values.map((one) => ({ value: one, title: titleOf(one) }))]}
      onChange={(next) => choose('gallery', { [filter]: next || undefined })}
    />
  )
}
