// A browser, driven by the WebDriver protocol (https://www.w3.org/TR/webdriver2/).
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";

const WAIT_MILLISECONDS = 540_000;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function freePort() {
    const server = createServer();
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address();
    await new Promise((resolve) => server.close(resolve));
    return port;
}

/** Removes the profile of a browser that has exited: processes of its own may still write there for a moment. */
export async function removeProfile(profile) {
    for (let attempts = 50; ; attempts--) {
        try {
            return rmSync(profile, { recursive: true, force: true });
        } catch (error) {
            if (attempts === 1) throw error;
            await pause(200);
        }
    }
}

export class Window {
    #driver;
    #profile = mkdtempSync(`${tmpdir()}/cubesolve-`);
    #session;

    static async open() {
        const window = new Window();
        const port = await freePort();
        window.#driver = spawn("chromedriver", [`--port=${port}`], { stdio: "ignore" });
        const address = `http://127.0.0.1:${port}`;
        const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
        const args = [...flags, `--user-data-dir=${window.#profile}`];
        const capabilities = {
            alwaysMatch: { "goog:chromeOptions": { args }, "goog:loggingPrefs": { browser: "ALL" } },
        };
        for (;;) {
            try {
                window.#session = `${address}/session`;
                const { sessionId } = await window.#command("", { capabilities });
                window.#session += `/${sessionId}`;
                return window;
            } catch (error) {
                if (error.cause?.code !== "ECONNREFUSED") throw error;
                await pause(50);
            }
        }
    }

    async close() {
        await fetch(this.#session, { method: "DELETE" });
        this.#driver.kill();
        await removeProfile(this.#profile);
    }

    async #command(path, body) {
        const response = await fetch(this.#session + path, { method: "POST", body: JSON.stringify(body) });
        const { value } = await response.json();
        if (!response.ok) throw new Error(`${path}: ${value.message}`);
        return value;
    }

    visit = (url) => this.#command("/url", { url });

    /** Runs a function's body in the page. */
    run = (script) => this.#command("/execute/sync", { script, args: [] });

    click = (selector) => this.run(`document.querySelector(${JSON.stringify(selector)}).click()`);

    /** Waits until an expression is true. */
    async wait(expression) {
        const end = Date.now() + WAIT_MILLISECONDS;
        while ((await this.run(`return ${expression}`)) !== true) {
            if (Date.now() > end) throw new Error(`waits for ${expression}; ${await this.run("return document.body.innerText")}`);
            await pause(50);
        }
    }

    /** Waits until an element shows a text. */
    sees = (selector, text) =>
        this.wait(`document.querySelector(${JSON.stringify(selector)}).textContent.includes(${JSON.stringify(text)})`);

    /** What the browser complains of. */
    complaints = () => this.#command("/se/log", { type: "browser" });
}
