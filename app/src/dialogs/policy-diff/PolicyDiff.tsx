import { KUBERNETES_VERSIONS, type KubernetesVersion } from '@authz-playground/engine'
import { capitalized, lineInWords } from '@authz-playground/engine/internal/words'
import { counted } from '@authz-playground/pictures'
import { type DragEvent, useState } from 'react'
import { placeIn, showInEditor, usePlayground, useScreenTitle } from '../../session/index.ts'
import {
  Announcer,
  CopyButton,
  classes,
  Dialog,
  FileButton,
  LinkButton,
  Select,
  shownName,
  Words,
} from '../../ui/index.ts'
import type { ComparedVersions, LibraryEntry, PolicyDiffView } from '../../worker/index.ts'
import { Changes } from './Changes.tsx'
import { type OtherPolicy, SAME_POLICY, useOtherPolicies } from './other-policies.ts'
import styles from './PolicyDiff.module.css'
import { usePolicyDiff } from './usePolicyDiff.ts'

interface PolicyDiffProps {
  /** Reads the scenarios of the library. Rejects where the browser keeps none. */
  saved(): Promise<readonly LibraryEntry[]>
  onClose(): void
}

const NONE = ''
const FILE = 'file'

/**
 * What changed from another policy to that of the page: a file, an earlier state of the page, or a saved scenario. Each has a version
 * of Kubernetes, so that the same policy can be compared under two of them.
 */
export function PolicyDiff({ saved, onClose }: PolicyDiffProps) {
  const others = useOtherPolicies(saved)
  const [file, setFile] = useState<OtherPolicy>()
  const [chosen, setChosen] = useState(NONE)
  const [problem, setProblem] = useState('')
  const [dragging, setDragging] = useState(false)
  const offered = [...(file === undefined ? [] : [file]), ...others]
  const other = offered.find(({ id }) => id === chosen)
  const { version } = usePlayground((now) => now.scenario.cluster)
  const [versions, setVersions] = useState<ComparedVersions>({ before: version, after: version })
  const { answer, of, current } = usePolicyDiff(other, versions)
  useScreenTitle('What changed in the policy', true)

  async function take(files: readonly File[]): Promise<void> {
    const texts = await Promise.all(files.map((one) => one.text())).catch(() => undefined)
    setProblem(texts === undefined ? 'The browser could not read the chosen files.' : '')
    if (texts === undefined) return
    const names = files.length > 3 ? counted(files.length, 'file') : files.map(shownName).join(', ')
    setFile({ id: FILE, title: names, text: texts.join('\n---\n') })
    setChosen(FILE)
  }

  function chooseVersion(side: keyof ComparedVersions, one: KubernetesVersion): void {
    setVersions({ ...versions, [side]: one })
    // A question about versions needs no other policy.
    if (other === undefined) setChosen(SAME_POLICY)
  }

  function drop(event: DragEvent): void {
    setDragging(false)
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    void take(files)
  }

  return (
    <Dialog title="What changed in the policy" size="full" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the button “Choose a file” is for everybody */}
      <div
        className={classes(styles.page, dragging && styles.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setDragging(true)
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={drop}
      >
        <div className={styles.chosen}>
          <Select
            label="From"
            value={other?.id ?? NONE}
            options={[
              { value: NONE, title: 'Choose what to compare with' },
              ...offered.map(({ id, title }) => ({ value: id, title })),
            ]}
            onChange={setChosen}
          />
          <FileButton multiple onFiles={(files) => void take(files)}>
            Choose a file
          </FileButton>
          <div className={styles.versions}>
            {(['before', 'after'] as const).map((side) => (
              <Select
                key={side}
                label={`Kubernetes ${side}`}
                value={versions[side]}
                options={KUBERNETES_VERSIONS.map((one) => ({ value: one, title: one }))}
                onChange={(one) => chooseVersion(side, one)}
              />
            ))}
          </div>
        </div>
        <p className={styles.soft}>
          The policy on the page is compared with an earlier one: a file, also dropped here; a scenario that you saved;
          or what the page had before. With two versions of Kubernetes, the same policy shows what the upgrade changes.
        </p>
        <div role="status">
          {problem !== '' && <p>{problem}</p>}
          {other !== undefined && answer !== undefined && 'answer' in answer && (
            <p className={classes(styles.lead, !current && styles.outdated)}>
              <Words of={capitalized(answer.answer.lead)} />
            </p>
          )}
        </div>
        {other !== undefined && answer !== undefined && (
          <div className={classes(styles.result, !current && styles.outdated)} aria-busy={!current} inert={!current}>
            {'answer' in answer ? <Compared of={answer.answer} /> : <NotCompared of={answer} name={of?.title ?? ''} />}
          </div>
        )}
      </div>
      {/* Screen readers do not read live regions outside of an open dialog. */}
      <Announcer />
    </Dialog>
  )
}

function Compared({ of }: { readonly of: PolicyDiffView }) {
  const { gains, losses, objects, unjudged, markdown } = of
  return (
    <>
      <div>
        <CopyButton text={markdown} label="as Markdown" shown="Copy as Markdown" />
      </div>
      <Unjudged of={unjudged} />
      <Changes list="gains" of={gains} />
      <Changes list="losses" of={losses} />
      {gains.total + losses.total > 0 && (
        <p className={styles.soft}>
          Each line is about the subject alone: a user with the groups that its name implies, or a group, whose members
          may have been allowed the same by name or by another group. All lines follow from the roles and bindings of
          both policies; nothing is sampled, and no other authorizer is asked.
        </p>
      )}
      {objects.total > 0 && (
        <details>
          <summary>{counted(objects.total, 'object')} changed</summary>
          <ul className={styles.objects}>
            {objects.shown.map(({ change, kind, namespace, name, range }) => (
              <li key={`${change} ${kind} ${namespace} ${name}`}>
                {change} {kind} <code>{namespace === '' ? name : `${namespace}/${name}`}</code>{' '}
                {change === 'removed' ? (
                  `before in line ${range.line}`
                ) : (
                  <LinkButton onClick={() => showInEditor(placeIn(range))}>line {range.line}</LinkButton>
                )}
              </li>
            ))}
            {objects.shown.length < objects.total && (
              <li>and {(objects.total - objects.shown.length).toLocaleString('en')} more</li>
            )}
          </ul>
        </details>
      )}
    </>
  )
}

/** The bindings by which more may have changed: their roles were not read. */
function Unjudged({ of: { before, after } }: { readonly of: PolicyDiffView['unjudged'] }) {
  if (before.length + after.length === 0) return null
  return (
    <div>
      <p>
        <strong>Not all was judged.</strong> More may have changed than the lists say.
      </p>
      <ul className={styles.objects}>
        {before.map(({ message, range }) => (
          <li key={`before ${message}`}>
            Before{range && `, in ${lineInWords(range)}`}: {message}
          </li>
        ))}
        {after.map(({ message, fix, range }) => (
          <li key={`after ${message}`}>
            {message} {fix}{' '}
            {range && <LinkButton onClick={() => showInEditor(placeIn(range))}>line {range.line}</LinkButton>}
          </li>
        ))}
      </ul>
    </div>
  )
}

type Missing = Exclude<NonNullable<ReturnType<typeof usePolicyDiff>['answer']>, { readonly answer: unknown }>

function NotCompared({ of, name }: { readonly of: Missing; readonly name: string }) {
  if ('beyond' in of) {
    return (
      <p role="alert">
        <strong>Not compared.</strong> {of.beyond.message} {of.beyond.fix}
      </p>
    )
  }
  if (of.unread === 'page') {
    return (
      <p role="alert">
        <strong>Not compared.</strong> The policy on the page has errors. Mend them first.
      </p>
    )
  }
  return (
    <div role="alert">
      <p>
        <strong>Not compared.</strong> {name} has errors:
      </p>
      <ul className={styles.objects}>
        {of.problems.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  )
}
