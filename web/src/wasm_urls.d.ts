// Generated files that Vite imports by address: declared, since they are not there before `npm run wasm`.
declare module '*.wasm?url' {
  const url: string;
  export default url;
}
