/** The arguments of the program for options of the npm package. */
export function argumentsOf(options) {
    return Object.entries(options).flatMap(([name, value]) => {
        const option = `--${name.replace("_", "-")}`;
        return value === true ? [option] : [value].flat().flatMap((value) => [option, String(value)]);
    });
}
