// How Svelte compiles the components: runes only, so nothing is reactive by accident.
export default {
  compilerOptions: { runes: true },
};
