import { type ReactNode, useRef } from 'react'
import { Button, type ButtonProps } from './Button.tsx'

interface FileButtonProps extends Pick<ButtonProps, 'look' | 'className'> {
  readonly children: ReactNode
  readonly multiple?: boolean
  /** Also offers logs, and files whose type is only plain text. */
  readonly logs?: boolean
  /** Called with one file at least. */
  onFiles(files: readonly File[]): void
}

const OBJECTS = '.yaml,.yml,.json,application/yaml,application/json'
const LOGS = `.log,.jsonl,.ndjson,.txt,.gz,text/plain,application/gzip,${OBJECTS}`

/** A button that opens the file chooser, for YAML and JSON, or for logs. */
export function FileButton({ children, multiple, logs, onFiles, ...rest }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...rest} onClick={() => picker.current?.click()}>
        {children}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple={multiple}
        accept={logs ? LOGS : OBJECTS}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Cleared, so that choosing the same file again is a change.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
