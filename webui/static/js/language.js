// Another language for this browser, chosen before anything has to be read.
import { post } from "./api.js";
import { $ } from "./dom.js";
import { toast } from "./toast.js";

$("#language").addEventListener("change", async ({ target }) => {
  try { await post("/api/language", { language: target.value }); location.reload(); } catch (error) { toast(error.message, "bad"); }
});
