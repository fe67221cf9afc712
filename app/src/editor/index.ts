export { CodeEditor } from './CodeEditor.tsx'
export type { CodeEditorProps, LineMark, Remark, Reveal } from './props.ts'
