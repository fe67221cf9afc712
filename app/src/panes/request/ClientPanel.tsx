import type { PrintedRequest } from '@authz-playground/engine/internal/http'
import { useId } from 'react'
import { CodeEditor, type CodeEditorProps } from '../../editor/index.ts'
import { CopyButton } from '../../ui/index.ts'
import type { PrintedForms } from '../../worker/index.ts'
import styles from './RequestPane.module.css'
import { withoutBareComment } from './tabs.ts'

interface ClientPanelProps {
  readonly printed: PrintedForms
}

/** What other clients need to send the same request, to copy. */
export function ClientPanel({ printed }: ClientPanelProps) {
  return (
    <>
      <ClientText name="kubeconfig" language="yaml" printed={printed.kubeconfig} />
      <ClientText name="client-go" language="plain" printed={printed.clientGo} />
    </>
  )
}

/** The body that a command sends, to read and to copy. */
export function SentBody({ body }: { readonly body: string }) {
  return <ClientText name="body" language="yaml" printed={{ text: body }} />
}

interface ClientTextProps {
  readonly name: string
  readonly language: CodeEditorProps['language']
  readonly printed: PrintedRequest
}

function ClientText({ name, language, printed }: ClientTextProps) {
  const { text, gap } = withoutBareComment(printed)
  const id = useId()
  return (
    <section className={styles.client} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>
          <code>{name}</code>
        </h3>
        {text !== '' && <CopyButton text={text} label={name} />}
      </div>
      {gap !== undefined && <p className={styles.gap}>{gap}</p>}
      {text !== '' && (
        <CodeEditor
          value={text}
          onChange={ignore}
          language={language}
          label={name}
          size={{ minLines: 3, maxLines: 24 }}
          lineNumbers={false}
          readOnly
        />
      )}
    </section>
  )
}

/** The field is read-only. */
function ignore(): void {
  return undefined
}
