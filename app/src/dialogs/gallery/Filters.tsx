import type { Example } from '@authz-playground/examples'
import type { Audience, Route } from '@authz-playground/examples/route'
import { choose, usePlayground } from '../../session/index.ts'
import { LinkButton, Select } from '../../ui/index.ts'
import styles from './Filters.module.css'
import { LEVEL_NAMES } from './levels.ts'
import { FILTERS, type Filter, LEGACY, NO_MODE, valuesFor } from './search.ts'

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

/** What the gallery is narrowed by. Each control offers only what the examples for the audience have. */
export function Filters({ examples, routes, audience, chosen, onAudience }: FiltersProps) {
  const designs = usePlayground((now) => now.designs)
  const titleOf = (filter: Filter, value: string): string => {
    if (filter === 'route') return routes.find(({ id }) => id === value)?.title ?? value
    if (filter === 'design') return designs?.find(({ id }) => id === value)?.title ?? value
    return NAMES[value] ?? value
  }
  return (
    <fieldset className={styles.filters} aria-label="Filters">
      <Select
        inline
        label="For"
        value={audience ?? ANY}
        options={AUDIENCES}
        onChange={(value) => onAudience(value === ANY ? undefined : value)}
      />
      {FILTERS.map((filter) => {
        const values = valuesFor(filter, examples, routes, audience)
        const value = chosen[filter] ?? ANY
        // A filter with one value has nothing to choose; readers of the documentation have one design.
        if (values.length < 2) return null
        return (
          <Select
            key={filter}
            inline
            label={LABELS[filter]}
            value={values.includes(value) ? value : ANY}
            options={[
              { value: ANY, title: 'any' },
              ...values.map((value) => ({ value, title: titleOf(filter, value) })),
            ]}
            onChange={(value) => choose('gallery', { [filter]: value || undefined })}
          />
        )
      })}
      {FILTERS.some((filter) => chosen[filter] !== undefined) && (
        <LinkButton onClick={() => choose('gallery', Object.fromEntries(FILTERS.map((filter) => [filter, undefined])))}>
          Clear filters
        </LinkButton>
      )}
    </fieldset>
  )
}
