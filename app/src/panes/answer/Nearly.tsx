import type { RichText } from '@authz-playground/engine'
import { firstNearInWords } from '@authz-playground/engine/internal/explain'
import type { NearMatch } from '@authz-playground/engine/questions'
import { useId, useMemo, useState } from 'react'
import { goTo, nearPlaces, useLastExplanation, usePlayground } from '../../session/index.ts'
import { classes, Icon, LinkButton, LinkedWords, NearMarks, Words } from '../../ui/index.ts'
import { placesByMention } from './mentioned-places.ts'
import styles from './Nearly.module.css'

/** Below a refusal: the rule that comes closest, what else is the reason, and the other rules that come close. */
export function Nearly() {
  const answer = usePlayground((now) => now.answer)
  const explained = useLastExplanation()
  const places = useMemo(
    () =>
      explained &&
      new Map([...placesByMention(explained.answer.trace), ...nearPlaces(explained.explanation.first?.near ?? [])]),
    [explained],
  )
  if (explained === undefined || places === undefined) return null
  const { explanation } = explained
  const words = firstNearInWords(explanation)
  const { first, otherwise } = explanation
  const [nearest, ...others] = first?.near ?? []
  return (
    <div
      className={classes(styles.nearly, explained.answer !== answer && styles.outdated)}
      aria-busy={explained.answer !== answer}
    >
      {words && (
        <p className={styles.sentence}>
          <LinkedWords of={words} targets={places} onGo={goTo} />
        </p>
      )}
      {nearest && <NearMarks of={nearest.marks} />}
      {otherwise && (
        <p className={styles.sentence}>
          <LinkedWords of={otherwise} targets={places} onGo={goTo} />
        </p>
      )}
      {first && others.length > 0 && <Others near={others} words={first.words.slice(1)} />}
    </div>
  )
}

/** The near rules after the first, folded. */
function Others({ near, words }: { readonly near: readonly NearMatch[]; readonly words: readonly RichText[] }) {
  const [open, setOpen] = useState(false)
  const list = useId()
  return (
    <>
      <LinkButton
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'down' : 'next'} />
        {near.length === 1 ? '1 more that comes close' : `${near.length} more that come close`}
      </LinkButton>
      {open && (
        <ol id={list} className={styles.others}>
          {near.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole, and without state
            <li key={at} className={styles.other}>
              <p>
                <LinkedWords of={words[at] ?? []} targets={nearPlaces([one])} onGo={goTo} />
              </p>
              <p className={styles.grant}>
                <Words of={grantOf(one)} />
              </p>
              <NearMarks of={one.marks} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** "Role deploy · RoleBinding deployers · ServiceAccount ci/deployer" */
function grantOf({ role, binding, subject }: NearMatch): RichText {
  const parts: readonly RichText[] = [role, binding, subject].flatMap((part) => {
    if (part === undefined) return []
    const { kind, name, namespace } = part
    return [[`${kind} `, { code: namespace === '' ? name : `${namespace}/${name}` }]]
  })
  return parts.flatMap((part, at) => [...(at === 0 ? [] : [' · ']), ...part])
}
