export { CodeEditor } from './CodeEditor.tsx'
export type { CodeEditorProps, LineMark, Reveal } from './props.ts'
