# Made from the contract of the service by `npm run clients`. Do not edit.
"""The calls of the service, one class for each chapter."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, Optional, Union

from . import _shapes as shapes
from ._transport import Answer, FileBody, Transport

#: The version of the service that this client was made for.
VERSION = "0.1.0"


class Chapter:
    """The calls of a chapter of the documentation."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class ProjectsCalls(Chapter):
    """Projects with their templates, movies, assets, and renders."""

    def list(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListProjectsAnswer:
        """List all projects.

        ``GET /v1/list/project`` (``listProjects``). Returns: All projects, sorted by name
        """
        return self._transport.json(
            "GET",
            "/v1/list/project",
            {},
            {},
            "none",
            None,
            headers,
        )

    def list_missing(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListMissingAnswer:
        """List the missing assets: assets that templates use and that their projects do not have.

        ``GET /v1/list/missing`` (``listMissing``). Returns: The projects with missing assets
        """
        return self._transport.json(
            "GET",
            "/v1/list/missing",
            {},
            {},
            "none",
            None,
            headers,
        )

    def create(
        self,
        name: str,
        *,
        design: Optional[str] = None,
        size: Optional[Union[Literal["all"], shapes.DesignSize]] = None,
        language: Optional[Literal["en", "de"]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CreateProjectAnswer:
        """Create a project, empty or from a design.

        ``POST /v1/project/{name}`` (``createProject``). Returns: The new project

        :param design: Name of the design to start from.
        :param size: Aspect ratio such as `9:16`, or `all`. Default: the first size of the design.
        :param language: Language of the names and texts of the design. Default: `en`.
        """
        return self._transport.json(
            "POST",
            "/v1/project/:name",
            {"name": name},
            {"design": design, "size": size, "language": language},
            "none",
            None,
            headers,
        )

    def rename(
        self,
        project: str,
        body: shapes.RenameProjectBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.RenameProjectAnswer:
        """Rename a project; its uid stays the same.

        ``PUT /v1/project/{project}`` (``renameProject``). Returns: The renamed project
        """
        return self._transport.json(
            "PUT",
            "/v1/project/:project",
            {"project": project},
            {},
            "json",
            body,
            headers,
        )

    def open(
        self,
        project: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.OpenProjectAnswer:
        """Record that a project was opened in an editor.

        ``PUT /v1/project/{project}/opened`` (``openProject``). Returns: The project
        """
        return self._transport.json(
            "PUT",
            "/v1/project/:project/opened",
            {"project": project},
            {},
            "none",
            None,
            headers,
        )

    def duplicate(
        self,
        project: str,
        body: shapes.DuplicateProjectBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.DuplicateProjectAnswer:
        """Duplicate a project with its assets, templates, and movies, but without its renders; both projects share the stored files.

        ``POST /v1/project/{project}/duplicate`` (``duplicateProject``). Returns: The new project
        """
        return self._transport.json(
            "POST",
            "/v1/project/:project/duplicate",
            {"project": project},
            {},
            "json",
            body,
            headers,
        )

    def delete(
        self,
        project: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.DeleteProjectAnswer:
        """Delete a project and cancel its running renders.

        ``DELETE /v1/project/{project}`` (``deleteProject``). Returns: The deleted project
        """
        return self._transport.json(
            "DELETE",
            "/v1/project/:project",
            {"project": project},
            {},
            "none",
            None,
            headers,
        )

    def create_sample(
        self,
        *,
        language: Optional[Literal["en", "de"]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CreateSampleAnswer:
        """Create a sample project with generated clips and music, a film, and a template with variables.

        ``POST /v1/sample`` (``createSample``). Returns: The new project and the template to open first

        :param language: Language of names and texts. Default: `en`.
        """
        return self._transport.json(
            "POST",
            "/v1/sample",
            {},
            {"language": language},
            "none",
            None,
            headers,
        )


class BundlesCalls(Chapter):
    """Export a project as one file, and import it again."""

    def read(
        self,
        project: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Export a project as one file with its current assets, templates, editing records, batch tables, movies, and live tables.

        ``GET /v1/bundle/{project}`` (``readBundle``). Returns: A ZIP file with a manifest. If an error occurs during the download, the connection closes before the end of the file.
        """
        return self._transport.open(
            "GET",
            "/v1/bundle/:project",
            {"project": project},
            {},
            "none",
            None,
            headers,
        )

    def create_from_bundle(
        self,
        body: FileBody,
        *,
        name: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CreateFromBundleAnswer:
        """Create a project from a bundle; if the bundle is invalid, nothing is created. If another project has the name, a number is added to the name. Live tables are paused.

        ``POST /v1/bundle`` (``createFromBundle``). Returns: The new project
        """
        return self._transport.json(
            "POST",
            "/v1/bundle",
            {},
            {"name": name},
            "file",
            body,
            headers,
        )


class DesignsCalls(Chapter):
    """Ready-made templates with data sets and files, to start a film from."""

    def list(
        self,
        *,
        language: Optional[Literal["en", "de"]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListDesignsAnswer:
        """List the designs: the built-in designs first, then your own.

        ``GET /v1/designs`` (``listDesigns``). Returns: Designs

        :param language: Language of titles and descriptions. Default: `en`.
        """
        return self._transport.json(
            "GET",
            "/v1/designs",
            {},
            {"language": language},
            "none",
            None,
            headers,
        )

    def read(
        self,
        design: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Export a design as one bundle, which another service can import as a design or as a project.

        ``GET /v1/designs/{design}`` (``readDesign``). Returns: A ZIP file with a manifest
        """
        return self._transport.open(
            "GET",
            "/v1/designs/:design",
            {"design": design},
            {},
            "none",
            None,
            headers,
        )

    def read_design_poster(
        self,
        design: str,
        *,
        size: Optional[shapes.DesignSize] = None,
        values: Optional[str] = None,
        project: Optional[str] = None,
        language: Optional[Literal["en", "de"]] = None,
        v: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get the poster of a design as JPEG with the default values, with `values`, or with the brand of a `project`.

        ``GET /v1/designs/{design}/poster`` (``readDesignPoster``). Returns: JPEG; the longer side has 640 pixels

        :param size: Aspect ratio such as `9:16`. Default: the first size of the design.
        :param values: JSON object: values of variables. Omitted variables have their defaults.
        :param project: Uid of the project whose brand is applied. `values` take precedence over the brand.
        :param language: Language of the default texts. Default: `en`.
        :param v: Version of the design. If the version is current, clients can cache the answer permanently.
        """
        return self._transport.open(
            "GET",
            "/v1/designs/:design/poster",
            {"design": design},
            {"size": size, "values": values, "project": project, "language": language, "v": v},
            "none",
            None,
            headers,
        )

    def read_design_preview(
        self,
        design: str,
        *,
        size: Optional[shapes.DesignSize] = None,
        language: Optional[Literal["en", "de"]] = None,
        v: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get the preview film of a design as MP4 without sound.

        ``GET /v1/designs/{design}/preview`` (``readDesignPreview``). Returns: MP4; the longer side has 384 pixels

        :param size: Aspect ratio such as `9:16`. Default: the first size of the design.
        :param language: Language of the default texts. Default: `en`.
        :param v: Version of the design. If the version is current, clients can cache the answer permanently.
        """
        return self._transport.open(
            "GET",
            "/v1/designs/:design/preview",
            {"design": design},
            {"size": size, "language": language, "v": v},
            "none",
            None,
            headers,
        )

    def read_design_template(
        self,
        design: str,
        *,
        size: Optional[shapes.DesignSize] = None,
        v: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Download the template of a design, byte for byte.

        ``GET /v1/designs/{design}/template`` (``readDesignTemplate``). Returns: XML

        :param size: Aspect ratio such as `9:16`. Default: the first size of the design.
        :param v: Version of the design. If the version is current, clients can cache the answer permanently.
        """
        return self._transport.open(
            "GET",
            "/v1/designs/:design/template",
            {"design": design},
            {"size": size, "v": v},
            "none",
            None,
            headers,
        )

    def use(
        self,
        design: str,
        project: str,
        body: Optional[shapes.UseDesignBody] = None,
        *,
        region: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.UseDesignAnswer:
        """Add the template, data sets, and files of a design to a project. Files that the project already has are used again. If a different file has the same name, a number is added to the name of the new file.

        ``POST /v1/designs/{design}/use/{region}/{project}`` (``useDesign``). Returns: The added templates, and the files that they use
        """
        return self._transport.json(
            "POST",
            "/v1/designs/:design/use/:region/:project",
            {"design": design, "project": project, "region": region},
            {},
            "json",
            body,
            headers,
        )

    def create(
        self,
        design: str,
        body: FileBody,
        *,
        replace: Optional[bool] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CreateDesignAnswer:
        """Import a design from a bundle; if the bundle is invalid, nothing is stored.

        ``POST /v1/designs/{design}`` (``createDesign``). Returns: The new design

        :param replace: `true`: replace an existing design of your own with this name.
        """
        return self._transport.json(
            "POST",
            "/v1/designs/:design",
            {"design": design},
            {"replace": replace},
            "file",
            body,
            headers,
        )

    def save(
        self,
        design: str,
        project: str,
        body: shapes.SaveDesignBody,
        *,
        replace: Optional[bool] = None,
        region: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.SaveDesignAnswer:
        """Create a design from templates of a project, with their data sets and files.

        ``POST /v1/designs/{design}/save/{region}/{project}`` (``saveDesign``). Returns: The new design

        :param replace: `true`: replace an existing design of your own with this name.
        """
        return self._transport.json(
            "POST",
            "/v1/designs/:design/save/:region/:project",
            {"design": design, "project": project, "region": region},
            {"replace": replace},
            "json",
            body,
            headers,
        )

    def delete(
        self,
        design: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.DeleteDesignAnswer:
        """Delete a design of your own; projects and films that were created from the design do not change.

        ``DELETE /v1/designs/{design}`` (``deleteDesign``). Returns: The name of the deleted design
        """
        return self._transport.json(
            "DELETE",
            "/v1/designs/:design",
            {"design": design},
            {},
            "none",
            None,
            headers,
        )


class AssetsCalls(Chapter):
    """The media files of a project: videos, images, sounds, fonts, and captions."""

    def list(
        self,
        project: str,
        *,
        prefix: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListAssetsAnswer:
        """List the assets of a project, sorted by name.

        ``GET /v1/list/data/{project}`` (``listAssets``). Returns: A page of assets. `cursor` requests the next page; null on the last page.
        """
        return self._transport.json(
            "GET",
            "/v1/list/data/:project",
            {"project": project},
            {"prefix": prefix, "limit": limit, "cursor": cursor},
            "none",
            None,
            headers,
        )

    def read(
        self,
        project: str,
        name: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Download an asset; HEAD returns the headers only.

        ``GET /v1/data/{project}/{name}`` (``readAsset``). Returns: The complete asset
        """
        return self._transport.open(
            "GET",
            "/v1/data/:project/:name",
            {"project": project, "name": name},
            {},
            "none",
            None,
            headers,
        )

    def create(
        self,
        project: str,
        name: str,
        body: FileBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CreateAssetAnswer:
        """Upload an asset under a new name.

        ``POST /v1/data/{project}/{name}`` (``createAsset``). Returns: The asset
        """
        return self._transport.json(
            "POST",
            "/v1/data/:project/:name",
            {"project": project, "name": name},
            {},
            "file",
            body,
            headers,
        )

    def replace(
        self,
        project: str,
        name: str,
        body: FileBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReplaceAssetAnswer:
        """Create or replace an asset; readers get either the complete old file or the complete new one.

        ``PUT /v1/data/{project}/{name}`` (``replaceAsset``). Returns: The replaced asset
        """
        return self._transport.json(
            "PUT",
            "/v1/data/:project/:name",
            {"project": project, "name": name},
            {},
            "file",
            body,
            headers,
        )

    def rename(
        self,
        project: str,
        name: str,
        body: shapes.RenameAssetBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.RenameAssetAnswer:
        """Rename an asset, also if only the case of letters changes; templates that use the asset still contain the old name.

        ``POST /v1/data/{project}/{name}/rename`` (``renameAsset``). Returns: The asset under its new name
        """
        return self._transport.json(
            "POST",
            "/v1/data/:project/:name/rename",
            {"project": project, "name": name},
            {},
            "json",
            body,
            headers,
        )

    def copy(
        self,
        project: str,
        name: str,
        body: shapes.CopyAssetBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CopyAssetAnswer:
        """Add an asset with its tags to another project under the same name; both projects share one stored file.

        ``POST /v1/data/{project}/{name}/copy`` (``copyAsset``). Returns: The asset in the other project
        """
        return self._transport.json(
            "POST",
            "/v1/data/:project/:name/copy",
            {"project": project, "name": name},
            {},
            "json",
            body,
            headers,
        )

    def tag(
        self,
        project: str,
        name: str,
        body: shapes.TagAssetBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.TagAssetAnswer:
        """Replace the tags of an asset; replacing the file or renaming the asset does not change the tags.

        ``PUT /v1/data/{project}/{name}/tags`` (``tagAsset``). Returns: The asset
        """
        return self._transport.json(
            "PUT",
            "/v1/data/:project/:name/tags",
            {"project": project, "name": name},
            {},
            "json",
            body,
            headers,
        )

    def delete(
        self,
        project: str,
        name: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.DeleteAssetAnswer:
        """Move an asset to the trash; running downloads and renders finish with the deleted file.

        ``DELETE /v1/data/{project}/{name}`` (``deleteAsset``). Returns: The names of the deleted items
        """
        return self._transport.json(
            "DELETE",
            "/v1/data/:project/:name",
            {"project": project, "name": name},
            {},
            "none",
            None,
            headers,
        )

    def list_trash(
        self,
        project: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListTrashAnswer:
        """List the assets in the trash of a project, most recently deleted first.

        ``GET /v1/list/trash/{project}`` (``listTrash``). Returns: A page of the trash. `cursor` requests the next page; null on the last page.
        """
        return self._transport.json(
            "GET",
            "/v1/list/trash/:project",
            {"project": project},
            {"limit": limit, "cursor": cursor},
            "none",
            None,
            headers,
        )

    def restore(
        self,
        project: str,
        id: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.RestoreAssetAnswer:
        """Restore an asset from the trash; if another asset has the name, a number is added to the name.

        ``POST /v1/trash/{project}/{id}/restore`` (``restoreAsset``). Returns: The asset and its former name
        """
        return self._transport.json(
            "POST",
            "/v1/trash/:project/:id/restore",
            {"project": project, "id": id},
            {},
            "none",
            None,
            headers,
        )

    def delete_trashed(
        self,
        project: str,
        id: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.DeleteTrashedAnswer:
        """Delete an asset in the trash permanently.

        ``DELETE /v1/trash/{project}/{id}`` (``deleteTrashed``). Returns: The names of the deleted items
        """
        return self._transport.json(
            "DELETE",
            "/v1/trash/:project/:id",
            {"project": project, "id": id},
            {},
            "none",
            None,
            headers,
        )

    def empty_trash(
        self,
        project: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.EmptyTrashAnswer:
        """Empty the trash of a project permanently.

        ``DELETE /v1/trash/{project}`` (``emptyTrash``). Returns: The number of deleted assets
        """
        return self._transport.json(
            "DELETE",
            "/v1/trash/:project",
            {"project": project},
            {},
            "none",
            None,
            headers,
        )


class BrandCalls(Chapter):
    """The colors, fonts, logos, music, and motion of a project, which its templates use."""

    def read(
        self,
        project: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadBrandAnswer:
        """Get the brand of a project: its colors, fonts, logos, music, and motion.

        ``GET /v1/brand/{project}`` (``readBrand``). Returns: The brand, and the values of variables that come from the brand
        """
        return self._transport.json(
            "GET",
            "/v1/brand/:project",
            {"project": project},
            {},
            "none",
            None,
            headers,
        )

    def save(
        self,
        project: str,
        body: Optional[shapes.SaveBrandBody] = None,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.SaveBrandAnswer:
        """Replace the brand of a project; renders that the service has already accepted use the old brand.

        ``PUT /v1/brand/{project}`` (``saveBrand``). Returns: The brand, and the values of variables that come from the brand
        """
        return self._transport.json(
            "PUT",
            "/v1/brand/:project",
            {"project": project},
            {},
            "json",
            body,
            headers,
        )


class UploadsCalls(Chapter):
    """Upload large assets in chunks, in any order; a chunk can be sent again."""

    def start(
        self,
        project: str,
        *,
        chunk_count: int,
        chunk_size: int,
        name: str,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.StartUploadAnswer:
        """Start an upload in chunks.

        ``POST /chunked/videos/{project}`` (``startUpload``). Returns: The open upload
        """
        return self._transport.json(
            "POST",
            "/chunked/videos/:project",
            {"project": project},
            {"chunk_count": chunk_count, "chunk_size": chunk_size, "name": name},
            "none",
            None,
            headers,
        )

    def list(
        self,
        project: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListUploadsAnswer:
        """List the open uploads of a project.

        ``GET /chunked/videos/{project}`` (``listUploads``). Returns: Open uploads
        """
        return self._transport.json(
            "GET",
            "/chunked/videos/:project",
            {"project": project},
            {},
            "none",
            None,
            headers,
        )

    def read(
        self,
        project: str,
        upload: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadUploadAnswer:
        """Get the state of an upload: the chunks on disk and the missing chunks.

        ``GET /chunked/videos/{project}/{upload}`` (``readUpload``). Returns: The upload
        """
        return self._transport.json(
            "GET",
            "/chunked/videos/:project/:upload",
            {"project": project, "upload": upload},
            {},
            "none",
            None,
            headers,
        )

    def write_chunk(
        self,
        project: str,
        upload: str,
        body: FileBody,
        *,
        chunk_id: int,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.WriteChunkAnswer:
        """Upload one chunk; chunks can be sent in any order, in parallel, and again.

        ``POST /chunked/videos/{project}/{upload}/chunks`` (``writeChunk``). Returns: The stored chunk
        """
        return self._transport.json(
            "POST",
            "/chunked/videos/:project/:upload/chunks",
            {"project": project, "upload": upload},
            {"chunk_id": chunk_id},
            "bytes",
            body,
            headers,
        )

    def finish(
        self,
        project: str,
        upload: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.FinishUploadAnswer:
        """Finish an upload; repeating the call gives the same answer.

        ``POST /chunked/videos/{project}/{upload}/finished`` (``finishUpload``). Returns: The asset
        """
        return self._transport.json(
            "POST",
            "/chunked/videos/:project/:upload/finished",
            {"project": project, "upload": upload},
            {},
            "none",
            None,
            headers,
        )

    def abandon(
        self,
        project: str,
        upload: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.AbandonUploadAnswer:
        """Cancel an upload.

        ``DELETE /chunked/videos/{project}/{upload}`` (``abandonUpload``). Returns: The id of the deleted upload
        """
        return self._transport.json(
            "DELETE",
            "/chunked/videos/:project/:upload",
            {"project": project, "upload": upload},
            {},
            "none",
            None,
            headers,
        )


class MoviesCalls(Chapter):
    """Saved templates that you render by name with values for their variables."""

    def list(
        self,
        project: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListMoviesAnswer:
        """List the dynamic movies of a project.

        ``GET /v1/list/sdl/{project}`` (``listMovies``). Returns: The names and details of the movies
        """
        return self._transport.json(
            "GET",
            "/v1/list/sdl/:project",
            {"project": project},
            {},
            "none",
            None,
            headers,
        )

    def read(
        self,
        project: str,
        movie: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadMovieAnswer:
        """Get a dynamic movie as JSON, or as XML with `Accept: application/xml`.

        ``GET /v1/sdl/{project}/{movie}`` (``readMovie``). Returns: The movie
        """
        return self._transport.json(
            "GET",
            "/v1/sdl/:project/:movie",
            {"project": project, "movie": movie},
            {},
            "none",
            None,
            headers,
        )

    def create(
        self,
        project: str,
        movie: str,
        body: Union[str, Dict[str, Any]],
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CreateMovieAnswer:
        """Create a dynamic movie from JSON or XML.

        ``POST /v1/sdl/{project}/{movie}`` (``createMovie``). Returns: The saved movie
        """
        return self._transport.json(
            "POST",
            "/v1/sdl/:project/:movie",
            {"project": project, "movie": movie},
            {},
            "movie",
            body,
            headers,
        )

    def replace(
        self,
        project: str,
        movie: str,
        body: Union[str, Dict[str, Any]],
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReplaceMovieAnswer:
        """Update a dynamic movie from JSON or XML.

        ``PUT /v1/sdl/{project}/{movie}`` (``replaceMovie``). Returns: The saved movie
        """
        return self._transport.json(
            "PUT",
            "/v1/sdl/:project/:movie",
            {"project": project, "movie": movie},
            {},
            "movie",
            body,
            headers,
        )

    def delete_movies(
        self,
        project: str,
        *,
        name: Optional[Union[str, List[str]]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.DeleteMoviesAnswer:
        """Delete the movies with the given names, or all movies without `name`; the parameter can be repeated.

        ``DELETE /v1/sdl/{project}`` (``deleteMovies``). Returns: The names of the deleted movies
        """
        return self._transport.json(
            "DELETE",
            "/v1/sdl/:project",
            {"project": project},
            {"name": name},
            "none",
            None,
            headers,
        )

    def delete(
        self,
        project: str,
        movie: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.DeleteMovieAnswer:
        """Delete a dynamic movie.

        ``DELETE /v1/sdl/{project}/{movie}`` (``deleteMovie``). Returns: The name of the deleted movie
        """
        return self._transport.json(
            "DELETE",
            "/v1/sdl/:project/:movie",
            {"project": project, "movie": movie},
            {},
            "none",
            None,
            headers,
        )

    def list_variables(
        self,
        project: str,
        movie: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListVariablesAnswer:
        """List the variables that a dynamic movie uses.

        ``GET /v1/sdlvariables/{project}/{movie}`` (``listVariables``). Returns: Variables
        """
        return self._transport.json(
            "GET",
            "/v1/sdlvariables/:project/:movie",
            {"project": project, "movie": movie},
            {},
            "none",
            None,
            headers,
        )

    def read_movie_schema(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadMovieSchemaAnswer:
        """Get the JSON Schema of dynamic movies.

        ``GET /v1/schema/movie`` (``readMovieSchema``). Returns: JSON Schema, draft 2020-12
        """
        return self._transport.json(
            "GET",
            "/v1/schema/movie",
            {},
            {},
            "none",
            None,
            headers,
        )


class TemplatesCalls(Chapter):
    """The XML that the editor works on, with revisions and editing records."""

    def list(
        self,
        project: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListTemplatesAnswer:
        """List the templates of a project.

        ``GET /v1/list/xml/{project}`` (``listTemplates``). Returns: Templates
        """
        return self._transport.json(
            "GET",
            "/v1/list/xml/:project",
            {"project": project},
            {},
            "none",
            None,
            headers,
        )

    def save(
        self,
        project: str,
        name: str,
        body: FileBody,
        *,
        errors: Optional[Literal["refuse", "keep"]] = None,
        merge: Optional[bool] = None,
        region: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.SaveTemplateAnswer:
        """Save a template and export a dynamic movie with the same name.

        ``POST /v1/xml/{region}/{project}/{name}`` (``saveTemplate``). Returns: A new revision

        :param errors: `refuse` (the default) rejects a template with errors. `keep` saves the template as a revision, even if it is not XML. The movie then still has the content of the newest revision without errors.
        :param merge: `true`: if `If-Match` names an older revision, the changes of the newer revisions are merged into the text. If the text and a newer revision changed the same place, the answer is `template/precondition`.
        """
        return self._transport.json(
            "POST",
            "/v1/xml/:region/:project/:name",
            {"project": project, "name": name, "region": region},
            {"errors": errors, "merge": merge},
            "xml",
            body,
            headers,
        )

    def read(
        self,
        project: str,
        name: str,
        *,
        revision: Optional[int] = None,
        region: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Download a template, byte for byte as it was saved.

        ``GET /v1/xml/{region}/{project}/{name}`` (``readTemplate``). Returns: The template
        """
        return self._transport.open(
            "GET",
            "/v1/xml/:region/:project/:name",
            {"project": project, "name": name, "region": region},
            {"revision": revision},
            "none",
            None,
            headers,
        )

    def delete(
        self,
        project: str,
        name: str,
        *,
        region: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.DeleteTemplateAnswer:
        """Delete a template and its movie.

        ``DELETE /v1/xml/{region}/{project}/{name}`` (``deleteTemplate``). Returns: The name of the deleted template
        """
        return self._transport.json(
            "DELETE",
            "/v1/xml/:region/:project/:name",
            {"project": project, "name": name, "region": region},
            {},
            "none",
            None,
            headers,
        )

    def list_revisions(
        self,
        project: str,
        name: str,
        *,
        region: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListRevisionsAnswer:
        """List the last 50 revisions of a template, newest first.

        ``GET /v1/xml/{region}/{project}/{name}/revisions`` (``listRevisions``). Returns: Revisions
        """
        return self._transport.json(
            "GET",
            "/v1/xml/:region/:project/:name/revisions",
            {"project": project, "name": name, "region": region},
            {},
            "none",
            None,
            headers,
        )

    def read_editing(
        self,
        project: str,
        name: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadEditingAnswer:
        """Get the editing record of a template: data sets, markers, and the last view.

        ``GET /v1/editing/{project}/{name}`` (``readEditing``). Returns: The editing record
        """
        return self._transport.json(
            "GET",
            "/v1/editing/:project/:name",
            {"project": project, "name": name},
            {},
            "none",
            None,
            headers,
        )

    def save_editing(
        self,
        project: str,
        name: str,
        body: shapes.SaveEditingBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.SaveEditingAnswer:
        """Save the editing record of a template.

        ``PUT /v1/editing/{project}/{name}`` (``saveEditing``). Returns: The editing record
        """
        return self._transport.json(
            "PUT",
            "/v1/editing/:project/:name",
            {"project": project, "name": name},
            {},
            "json",
            body,
            headers,
        )

    def read_batch_table(
        self,
        project: str,
        name: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadBatchTableAnswer:
        """Get the batch table of a template: the rows that a user prepares in the editor.

        ``GET /v1/batch-tables/{project}/{name}`` (``readBatchTable``). Returns: The batch table
        """
        return self._transport.json(
            "GET",
            "/v1/batch-tables/:project/:name",
            {"project": project, "name": name},
            {},
            "none",
            None,
            headers,
        )

    def save_batch_table(
        self,
        project: str,
        name: str,
        body: shapes.SaveBatchTableBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.SaveBatchTableAnswer:
        """Save the batch table of a template.

        ``PUT /v1/batch-tables/{project}/{name}`` (``saveBatchTable``). Returns: The batch table
        """
        return self._transport.json(
            "PUT",
            "/v1/batch-tables/:project/:name",
            {"project": project, "name": name},
            {},
            "json",
            body,
            headers,
        )


class MediaCalls(Chapter):
    """Thumbnails, waveforms, proxies, and technical data of sources, for an editor."""

    def read_media_frame(
        self,
        project: str,
        *,
        src: Optional[str] = None,
        url: Optional[str] = None,
        v: Optional[str] = None,
        at: Optional[float] = None,
        width: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get one frame of a source as JPEG in the display aspect ratio of the source: the frame that the engine shows at `at` seconds. The picture is never larger than the source.

        ``GET /v1/media/{project}/frame`` (``readMediaFrame``). Returns: JPEG

        :param src: Name of an asset of the project.
        :param url: Address of a remote source, instead of `src`.
        :param v: ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently.
        :param at: Time in seconds from the start of the source. Default: 0.
        :param width: Width in pixels. Default: 640.
        """
        return self._transport.open(
            "GET",
            "/v1/media/:project/frame",
            {"project": project},
            {"src": src, "url": url, "v": v, "at": at, "width": width},
            "none",
            None,
            headers,
        )

    def read_media_poster(
        self,
        project: str,
        *,
        src: Optional[str] = None,
        url: Optional[str] = None,
        v: Optional[str] = None,
        width: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get a poster frame of a source as JPEG: a frame near the start, or a later frame if that frame has a single color. The same source always has the same poster frame. An SVG, HEIC, or AVIF asset is drawn completely, on a gray background.

        ``GET /v1/media/{project}/poster`` (``readMediaPoster``). Returns: JPEG

        :param src: Name of an asset of the project.
        :param url: Address of a remote source, instead of `src`.
        :param v: ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently.
        :param width: Width in pixels. Default: 640.
        """
        return self._transport.open(
            "GET",
            "/v1/media/:project/poster",
            {"project": project},
            {"src": src, "url": url, "v": v, "width": width},
            "none",
            None,
            headers,
        )

    def read_media_strip(
        self,
        project: str,
        *,
        count: int,
        src: Optional[str] = None,
        url: Optional[str] = None,
        v: Optional[str] = None,
        width: Optional[int] = None,
        from_: Optional[float] = None,
        to: Optional[float] = None,
        exact: Optional[bool] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get thumbnails of a source as tiles of the same width, side by side in one JPEG. With n tiles, tile i (from 0) shows the time `from` + (i + 0.5) × (`to` − `from`) / n. For a range of more than 30 seconds, the tiles show the nearest keyframes unless `exact` is `true`.

        ``GET /v1/media/{project}/strip`` (``readMediaStrip``). Returns: JPEG

        :param src: Name of an asset of the project.
        :param url: Address of a remote source, instead of `src`.
        :param v: ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently.
        :param width: Maximum width of one tile in pixels. Default: 120. Tiles are narrower if all tiles together would exceed 16,384 pixels.
        :param from_: Start of the range in seconds. Default: 0.
        :param to: End of the range in seconds. Default: the end of the picture.
        :param exact: `true` or `false`. Default: `false`.
        """
        return self._transport.open(
            "GET",
            "/v1/media/:project/strip",
            {"project": project},
            {"src": src, "url": url, "v": v, "count": count, "width": width, "from": from_, "to": to, "exact": exact},
            "none",
            None,
            headers,
        )

    def read_media_waveform(
        self,
        project: str,
        *,
        src: Optional[str] = None,
        url: Optional[str] = None,
        v: Optional[str] = None,
        per_second: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadMediaWaveformAnswer:
        """Get the waveform of a source. Peak k (0 to 255) is the loudest sample of both channels in the interval that starts at k / perSecond seconds; level k is the RMS level of this interval. `perSecond` is reduced if there would be more than 1,000,000 peaks.

        ``GET /v1/media/{project}/waveform`` (``readMediaWaveform``). Returns: Peaks

        :param src: Name of an asset of the project.
        :param url: Address of a remote source, instead of `src`.
        :param v: ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently.
        :param per_second: Peaks per second. Default: 50.
        """
        return self._transport.json(
            "GET",
            "/v1/media/:project/waveform",
            {"project": project},
            {"src": src, "url": url, "v": v, "perSecond": per_second},
            "none",
            None,
            headers,
        )

    def read_media_facts(
        self,
        project: str,
        *,
        src: Optional[str] = None,
        url: Optional[str] = None,
        v: Optional[str] = None,
        deinterlace: Optional[bool] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadMediaFactsAnswer:
        """Get the technical data of a source, and whether a browser plays the source as the engine renders it.

        ``GET /v1/media/{project}/facts`` (``readMediaFacts``). Returns: Facts

        :param src: Name of an asset of the project.
        :param url: Address of a remote source, instead of `src`.
        :param v: ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently.
        :param deinterlace: `false`: do not deinterlace an interlaced source, like a video with `deinterlace="false"`.
        """
        return self._transport.json(
            "GET",
            "/v1/media/:project/facts",
            {"project": project},
            {"src": src, "url": url, "v": v, "deinterlace": deinterlace},
            "none",
            None,
            headers,
        )

    def read_media_original(
        self,
        project: str,
        *,
        src: Optional[str] = None,
        url: Optional[str] = None,
        v: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Download a source, local or remote.

        ``GET /v1/media/{project}/original`` (``readMediaOriginal``). Returns: The complete file

        :param src: Name of an asset of the project.
        :param url: Address of a remote source, instead of `src`.
        :param v: ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently.
        """
        return self._transport.open(
            "GET",
            "/v1/media/:project/original",
            {"project": project},
            {"src": src, "url": url, "v": v},
            "none",
            None,
            headers,
        )

    def read_media_image(
        self,
        project: str,
        *,
        src: Optional[str] = None,
        url: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get an image as the engine reads it: the file itself or, for HEIC and AVIF, an upright copy. The copy is a JPEG, or a PNG if the image has an alpha channel. The copy contains the color profile of the image.

        ``GET /v1/media/{project}/image`` (``readMediaImage``). Returns: The complete image

        :param src: Name of an asset of the project.
        :param url: Address of a remote source, instead of `src`.
        """
        return self._transport.open(
            "GET",
            "/v1/media/:project/image",
            {"project": project},
            {"src": src, "url": url},
            "none",
            None,
            headers,
        )

    def start_media_proxy(
        self,
        project: str,
        *,
        src: Optional[str] = None,
        url: Optional[str] = None,
        v: Optional[str] = None,
        deinterlace: Optional[bool] = None,
        retry: Optional[bool] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.StartMediaProxyAnswer:
        """Request a proxy of a source that any browser plays. The service makes the proxy in the background. Repeat the call, or listen to `media.proxy` events, to get the progress.

        ``POST /v1/media/{project}/proxy`` (``startMediaProxy``). Returns: The state and progress of the proxy

        :param src: Name of an asset of the project.
        :param url: Address of a remote source, instead of `src`.
        :param v: ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently.
        :param deinterlace: `false`: do not deinterlace an interlaced source, like a video with `deinterlace="false"`.
        :param retry: `true`: try again after a failure.
        """
        return self._transport.json(
            "POST",
            "/v1/media/:project/proxy",
            {"project": project},
            {"src": src, "url": url, "v": v, "deinterlace": deinterlace, "retry": retry},
            "none",
            None,
            headers,
        )

    def read_media_proxy(
        self,
        project: str,
        *,
        src: Optional[str] = None,
        url: Optional[str] = None,
        v: Optional[str] = None,
        deinterlace: Optional[bool] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Download the proxy of a source: MP4 with H.264 (a keyframe every 10 frames, at most 720 lines, square pixels, rotated upright, BT.709) and AAC. The frames of the proxy have the same times as the frames of the source.

        ``GET /v1/media/{project}/proxy`` (``readMediaProxy``). Returns: The complete file

        :param src: Name of an asset of the project.
        :param url: Address of a remote source, instead of `src`.
        :param v: ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently.
        :param deinterlace: `false`: do not deinterlace an interlaced source, like a video with `deinterlace="false"`.
        """
        return self._transport.open(
            "GET",
            "/v1/media/:project/proxy",
            {"project": project},
            {"src": src, "url": url, "v": v, "deinterlace": deinterlace},
            "none",
            None,
            headers,
        )


class RenderingCalls(Chapter):
    """Render a film, follow its progress, and download it."""

    def read_film_poster(
        self,
        project: str,
        movie: str,
        *,
        at: Optional[float] = None,
        width: Optional[int] = None,
        format: Optional[Literal["png", "jpeg", "webp", "avif"]] = None,
        v: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get a frame of a saved movie as JPEG, PNG, WebP, or AVIF: a representative frame, or the frame at `at`. A transparent film lies over its matte. Variables have their default values. Variables without a default have the sample values of the editor.

        ``GET /v1/poster/{project}/{movie}`` (``readFilmPoster``). Returns: The picture

        :param at: Position in the film, from 0 to 1. Default: a representative frame.
        :param width: Maximum width in pixels. Default: 320. The picture is never wider than the film.
        :param format: `jpeg` (default), `png`, `webp`, or `avif`.
        :param v: Any text, which the service ignores. Change the text to bypass a cache when the film changes.
        """
        return self._transport.open(
            "GET",
            "/v1/poster/:project/:movie",
            {"project": project, "movie": movie},
            {"at": at, "width": width, "format": format, "v": v},
            "none",
            None,
            headers,
        )

    def render_frame(
        self,
        project: str,
        body: Optional[shapes.RenderFrameBody] = None,
        *,
        region: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get one frame of a film as PNG, exactly as the engine renders it for MP4, or as JPEG, WebP, or AVIF.

        ``POST /v1/frame/{region}/{project}`` (``renderFrame``). Returns: The picture
        """
        return self._transport.open(
            "POST",
            "/v1/frame/:region/:project",
            {"project": project, "region": region},
            {},
            "form",
            body,
            headers,
        )

    def measure_loudness(
        self,
        project: str,
        body: Optional[shapes.MeasureLoudnessBody] = None,
        *,
        region: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.MeasureLoudnessAnswer:
        """Measure the loudness of a film by EBU R 128, on the same audio that the engine renders.

        ``POST /v1/loudness/{region}/{project}`` (``measureLoudness``). Returns: Loudness
        """
        return self._transport.json(
            "POST",
            "/v1/loudness/:region/:project",
            {"project": project, "region": region},
            {},
            "form",
            body,
            headers,
        )

    def check_film(
        self,
        project: str,
        body: Optional[shapes.CheckFilmBody] = None,
        *,
        region: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CheckFilmAnswer:
        """Check a film before it is rendered: texts that are shown too briefly, too small, or cut off, captions that are too fast, and pictures that are enlarged. `level=full` also checks the pictures and the sound: contrast, flashes, black and frozen pictures, peaks, and loudness. With `rows`, check one film for each row.

        ``POST /v1/check/{region}/{project}`` (``checkFilm``). Returns: The report
        """
        return self._transport.json(
            "POST",
            "/v1/check/:region/:project",
            {"project": project, "region": region},
            {},
            "form",
            body,
            headers,
        )

    def read_check(
        self,
        project: str,
        check: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadCheckAnswer:
        """Get the progress and the report of a check that was started with `async=true`; the report is available for one hour.

        ``GET /v1/checks/{project}/{check}`` (``readCheck``). Returns: The check
        """
        return self._transport.json(
            "GET",
            "/v1/checks/:project/:check",
            {"project": project, "check": check},
            {},
            "none",
            None,
            headers,
        )

    def cancel_check(
        self,
        project: str,
        check: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CancelCheckAnswer:
        """Stop a check that was started with `async=true`, and delete its report.

        ``DELETE /v1/checks/{project}/{check}`` (``cancelCheck``). Returns: The stopped check
        """
        return self._transport.json(
            "DELETE",
            "/v1/checks/:project/:check",
            {"project": project, "check": check},
            {},
            "none",
            None,
            headers,
        )

    def start(
        self,
        project: str,
        body: Optional[shapes.StartRenderBody] = None,
        *,
        region: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.StartRenderAnswer:
        """Render a template or a saved movie.

        ``POST /v1/render/{region}/{project}`` (``startRender``). Returns: The finished film
        """
        return self._transport.json(
            "POST",
            "/v1/render/:region/:project",
            {"project": project, "region": region},
            {},
            "form",
            body,
            headers,
        )

    def list(
        self,
        project: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListRendersAnswer:
        """List the renders of a project, newest first.

        ``GET /v1/renders/{project}`` (``listRenders``). Returns: A page of renders
        """
        return self._transport.json(
            "GET",
            "/v1/renders/:project",
            {"project": project},
            {"limit": limit, "cursor": cursor},
            "none",
            None,
            headers,
        )

    def list_all_renders(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        batches: Optional[bool] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListAllRendersAnswer:
        """List the renders of all projects, newest first.

        ``GET /v1/renders`` (``listAllRenders``). Returns: A page of renders

        :param batches: `false`: leave out the films of batches.
        """
        return self._transport.json(
            "GET",
            "/v1/renders",
            {},
            {"limit": limit, "cursor": cursor, "batches": batches},
            "none",
            None,
            headers,
        )

    def forget_renders(
        self,
        project: str,
        *,
        id: Optional[Union[str, List[str]]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ForgetRendersAnswer:
        """Delete the finished renders with the given ids and their films, or all finished renders without `id`; the parameter can be repeated.

        ``DELETE /v1/renders/{project}`` (``forgetRenders``). Returns: The ids of the deleted renders. Renders of batches are not deleted.
        """
        return self._transport.json(
            "DELETE",
            "/v1/renders/:project",
            {"project": project},
            {"id": id},
            "none",
            None,
            headers,
        )

    def read_render_frame(
        self,
        project: str,
        render: str,
        *,
        width: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get a thumbnail of a render in any state, as PNG.

        ``GET /v1/renders/{project}/{render}/frame`` (``readRenderFrame``). Returns: PNG

        :param width: Maximum width in pixels. Default: 160.
        """
        return self._transport.open(
            "GET",
            "/v1/renders/:project/:render/frame",
            {"project": project, "render": render},
            {"width": width},
            "none",
            None,
            headers,
        )

    def read(
        self,
        project: str,
        render: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadRenderAnswer:
        """Get the state and progress of a render.

        ``GET /v1/renders/{project}/{render}`` (``readRender``). Returns: The render with its values
        """
        return self._transport.json(
            "GET",
            "/v1/renders/:project/:render",
            {"project": project, "render": render},
            {},
            "none",
            None,
            headers,
        )

    def cancel(
        self,
        project: str,
        render: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CancelRenderAnswer:
        """Cancel a render; a finished render does not change.

        ``DELETE /v1/renders/{project}/{render}`` (``cancelRender``). Returns: The render
        """
        return self._transport.json(
            "DELETE",
            "/v1/renders/:project/:render",
            {"project": project, "render": render},
            {},
            "none",
            None,
            headers,
        )

    def render_next(
        self,
        project: str,
        render: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.RenderNextAnswer:
        """Move a queued render to the front of the queue; the order of the other renders does not change.

        ``POST /v1/renders/{project}/{render}/next`` (``renderNext``). Returns: The render
        """
        return self._transport.json(
            "POST",
            "/v1/renders/:project/:render/next",
            {"project": project, "render": render},
            {},
            "none",
            None,
            headers,
        )

    def retry(
        self,
        project: str,
        render: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.RetryRenderAnswer:
        """Retry a failed or canceled render; if its film exists, the service only uploads the film again.

        ``POST /v1/renders/{project}/{render}/retry`` (``retryRender``). Returns: The queued render
        """
        return self._transport.json(
            "POST",
            "/v1/renders/:project/:render/retry",
            {"project": project, "render": render},
            {},
            "none",
            None,
            headers,
        )

    def render_again(
        self,
        project: str,
        render: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.RenderAgainAnswer:
        """Render the film of a finished render again, with the current template, brand, and assets.

        ``POST /v1/renders/{project}/{render}/again`` (``renderAgain``). Returns: The new render
        """
        return self._transport.json(
            "POST",
            "/v1/renders/:project/:render/again",
            {"project": project, "render": render},
            {},
            "none",
            None,
            headers,
        )

    def list_outdated(
        self,
        *,
        project: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListOutdatedAnswer:
        """List the films that are out of date: since the render, a visible part of the template, the brand, or an asset has changed.

        ``GET /v1/outdated`` (``listOutdated``). Returns: Films

        :param project: Uid of a project. Default: all projects.
        """
        return self._transport.json(
            "GET",
            "/v1/outdated",
            {},
            {"project": project},
            "none",
            None,
            headers,
        )

    def read_film(
        self,
        project: str,
        render: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Download the rendered film; HEAD returns the headers only.

        ``GET /v1/renders/{project}/{render}/film`` (``readFilm``). Returns: The complete film
        """
        return self._transport.open(
            "GET",
            "/v1/renders/:project/:render/film",
            {"project": project, "render": render},
            {},
            "none",
            None,
            headers,
        )

    def read_film_file(
        self,
        project: str,
        render: str,
        file: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Download a file of the package of a film; HEAD returns the headers only.

        ``GET /v1/renders/{project}/{render}/files/{file}`` (``readFilmFile``). Returns: The complete file
        """
        return self._transport.open(
            "GET",
            "/v1/renders/:project/:render/files/:file",
            {"project": project, "render": render, "file": file},
            {},
            "none",
            None,
            headers,
        )

    def read_film_address(
        self,
        project: str,
        render: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadFilmAddressAnswer:
        """Get a public address of the rendered film in the object store of a farm; the address is valid for one hour.

        ``GET /v1/renders/{project}/{render}/film/address`` (``readFilmAddress``). Returns: The address
        """
        return self._transport.json(
            "GET",
            "/v1/renders/:project/:render/film/address",
            {"project": project, "render": render},
            {},
            "none",
            None,
            headers,
        )

    def list_formats(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListFormatsAnswer:
        """List the formats, their codecs, and whether this machine can render them.

        ``GET /v1/formats`` (``listFormats``). Returns: Formats
        """
        return self._transport.json(
            "GET",
            "/v1/formats",
            {},
            {},
            "none",
            None,
            headers,
        )

    def list_encoders(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListEncodersAnswer:
        """List the hardware encoders; the service tests each encoder once for each FFmpeg program.

        ``GET /v1/encoders`` (``listEncoders``). Returns: The encoders and their FFmpeg program; `ffmpeg` is null if no FFmpeg was found
        """
        return self._transport.json(
            "GET",
            "/v1/encoders",
            {},
            {},
            "none",
            None,
            headers,
        )


class LinksCalls(Chapter):
    """Films that are rendered when someone opens their address."""

    def read_linked_film(
        self,
        project: str,
        film: str,
        *,
        sig: Optional[Union[str, List[str]]] = None,
        expires: Optional[Union[str, List[str]]] = None,
        vary: Optional[Union[str, List[str]]] = None,
        quality: Optional[Union[str, List[str]]] = None,
        frame: Optional[Union[str, List[str]]] = None,
        width: Optional[Union[str, List[str]]] = None,
        variables: Optional[Mapping[str, str]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get a film of a saved movie at its link, such as `greeting.mp4?name=Ada`. The service renders the film at the first request and stores it. `.m3u8` returns a playlist that plays the film while it is being rendered. `.jpg`, `.png`, and `.avif` return one frame; `.webp` returns one frame if the link has `frame`.

        ``GET /v1/render/{project}/{film}`` (``readLinkedFilm``). Returns: The complete film or image

        :param sig: Signature of the link. Without a signature, the call needs credentials.
        :param expires: Time when the signature expires, in seconds since 1970.
        :param vary: Names of the parameters that the signature does not cover, separated by commas. Anyone with the link can change their values.
        :param quality: Quality of a film: `draft`, `standard`, or `high`.
        :param frame: Frame number, or a time such as `1.5s`; only for images.
        :param width: Maximum width in pixels; only for images.
        """
        return self._transport.open(
            "GET",
            "/v1/render/:project/:film",
            {"project": project, "film": film},
            {**(variables or {}), "sig": sig, "expires": expires, "vary": vary, "quality": quality, "frame": frame, "width": width},
            "none",
            None,
            headers,
        )

    def read_film_stream(
        self,
        project: str,
        film: str,
        part: str,
        *,
        sig: Optional[Union[str, List[str]]] = None,
        expires: Optional[Union[str, List[str]]] = None,
        vary: Optional[Union[str, List[str]]] = None,
        quality: Optional[Union[str, List[str]]] = None,
        frame: Optional[Union[str, List[str]]] = None,
        width: Optional[Union[str, List[str]]] = None,
        variables: Optional[Mapping[str, str]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get a playlist or a segment of a film that plays while it is being rendered. The playlist at the link of the film, such as `greeting.m3u8?name=Ada`, contains the addresses.

        ``GET /v1/render/{project}/{film}/{part}`` (``readFilmStream``). Returns: The playlist or the segment

        :param sig: Signature of the link. Without a signature, the call needs credentials.
        :param expires: Time when the signature expires, in seconds since 1970.
        :param vary: Names of the parameters that the signature does not cover, separated by commas. Anyone with the link can change their values.
        :param quality: Quality of a film: `draft`, `standard`, or `high`.
        :param frame: Frame number, or a time such as `1.5s`; only for images.
        :param width: Maximum width in pixels; only for images.
        """
        return self._transport.open(
            "GET",
            "/v1/render/:project/:film/:part",
            {"project": project, "film": film, "part": part},
            {**(variables or {}), "sig": sig, "expires": expires, "vary": vary, "quality": quality, "frame": frame, "width": width},
            "none",
            None,
            headers,
        )

    def read_film_page(
        self,
        project: str,
        film: str,
        *,
        sig: Optional[Union[str, List[str]]] = None,
        expires: Optional[Union[str, List[str]]] = None,
        vary: Optional[Union[str, List[str]]] = None,
        quality: Optional[Union[str, List[str]]] = None,
        title: Optional[Union[str, List[str]]] = None,
        download: Optional[Union[str, List[str]]] = None,
        index: Optional[Union[str, List[str]]] = None,
        lang: Optional[Union[str, List[str]]] = None,
        embed: Optional[Union[str, List[str]]] = None,
        upload: Optional[Union[str, List[str]]] = None,
        film_stream: Optional[Union[str, List[str]]] = None,
        variables: Optional[Mapping[str, str]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get the web page of a film at its link: a player with title, captions, and download.

        ``GET /v1/page/{project}/{film}`` (``readFilmPage``). Returns: The page. While the film is being rendered, the page shows a picture and the progress.

        :param sig: Signature of the link. Without a signature, the call needs credentials.
        :param expires: Time when the signature expires, in seconds since 1970.
        :param vary: Names of the parameters that the signature does not cover, separated by commas. Anyone with the link can change their values.
        :param quality: Quality of a film: `draft`, `standard`, or `high`.
        :param title: Title of the page. Default: the name of the movie.
        :param download: `0` removes the download from the page.
        :param index: `1` allows search engines to list the page.
        :param lang: Language of the page, `en` or `de`. Default: the language of the browser.
        :param embed: Origins of the pages that can embed the page, separated by commas, such as `https://shop.example`.
        :param upload: Name of an image variable. Visitors can add a photo as its value.
        :param film_stream: `1`: the form leads to a page that plays the film during rendering.
        """
        return self._transport.open(
            "GET",
            "/v1/page/:project/:film",
            {"project": project, "film": film},
            {**(variables or {}), "sig": sig, "expires": expires, "vary": vary, "quality": quality, "title": title, "download": download, "index": index, "lang": lang, "embed": embed, "upload": upload, "film.stream": film_stream},
            "none",
            None,
            headers,
        )

    def read_form_page(
        self,
        project: str,
        movie: str,
        *,
        sig: Optional[Union[str, List[str]]] = None,
        expires: Optional[Union[str, List[str]]] = None,
        vary: Optional[Union[str, List[str]]] = None,
        quality: Optional[Union[str, List[str]]] = None,
        title: Optional[Union[str, List[str]]] = None,
        download: Optional[Union[str, List[str]]] = None,
        index: Optional[Union[str, List[str]]] = None,
        lang: Optional[Union[str, List[str]]] = None,
        embed: Optional[Union[str, List[str]]] = None,
        upload: Optional[Union[str, List[str]]] = None,
        film_stream: Optional[Union[str, List[str]]] = None,
        variables: Optional[Mapping[str, str]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get the form of a movie at its link, with a field for each variable in `vary` and a picture of the film.

        ``GET /v1/form/{project}/{movie}`` (``readFormPage``). Returns: The form

        :param sig: Signature of the link. Without a signature, the call needs credentials.
        :param expires: Time when the signature expires, in seconds since 1970.
        :param vary: Names of the parameters that the signature does not cover, separated by commas. Anyone with the link can change their values.
        :param quality: Quality of a film: `draft`, `standard`, or `high`.
        :param title: Title of the page. Default: the name of the movie.
        :param download: `0` removes the download from the page.
        :param index: `1` allows search engines to list the page.
        :param lang: Language of the page, `en` or `de`. Default: the language of the browser.
        :param embed: Origins of the pages that can embed the page, separated by commas, such as `https://shop.example`.
        :param upload: Name of an image variable. Visitors can add a photo as its value.
        :param film_stream: `1`: the form leads to a page that plays the film during rendering.
        """
        return self._transport.open(
            "GET",
            "/v1/form/:project/:movie",
            {"project": project, "movie": movie},
            {**(variables or {}), "sig": sig, "expires": expires, "vary": vary, "quality": quality, "title": title, "download": download, "index": index, "lang": lang, "embed": embed, "upload": upload, "film.stream": film_stream},
            "none",
            None,
            headers,
        )

    def add_form_photo(
        self,
        project: str,
        movie: str,
        body: FileBody,
        *,
        sig: Optional[Union[str, List[str]]] = None,
        expires: Optional[Union[str, List[str]]] = None,
        vary: Optional[Union[str, List[str]]] = None,
        quality: Optional[Union[str, List[str]]] = None,
        title: Optional[Union[str, List[str]]] = None,
        download: Optional[Union[str, List[str]]] = None,
        index: Optional[Union[str, List[str]]] = None,
        lang: Optional[Union[str, List[str]]] = None,
        embed: Optional[Union[str, List[str]]] = None,
        upload: Optional[Union[str, List[str]]] = None,
        film_stream: Optional[Union[str, List[str]]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Add a photo (JPEG, PNG, or WebP) to a form whose link has `upload`. The service encodes the photo again without metadata and deletes it after 24 hours.

        ``POST /v1/form/{project}/{movie}`` (``addFormPhoto``). Returns: The form with the photo, if `Accept` prefers HTML

        :param sig: Signature of the link. Without a signature, the call needs credentials.
        :param expires: Time when the signature expires, in seconds since 1970.
        :param vary: Names of the parameters that the signature does not cover, separated by commas. Anyone with the link can change their values.
        :param quality: Quality of a film: `draft`, `standard`, or `high`.
        :param title: Title of the page. Default: the name of the movie.
        :param download: `0` removes the download from the page.
        :param index: `1` allows search engines to list the page.
        :param lang: Language of the page, `en` or `de`. Default: the language of the browser.
        :param embed: Origins of the pages that can embed the page, separated by commas, such as `https://shop.example`.
        :param upload: Name of an image variable. Visitors can add a photo as its value.
        :param film_stream: `1`: the form leads to a page that plays the film during rendering.
        """
        return self._transport.open(
            "POST",
            "/v1/form/:project/:movie",
            {"project": project, "movie": movie},
            {"sig": sig, "expires": expires, "vary": vary, "quality": quality, "title": title, "download": download, "index": index, "lang": lang, "embed": embed, "upload": upload, "film.stream": film_stream},
            "file",
            body,
            headers,
        )

    def read_oembed(
        self,
        *,
        url: str,
        format: Optional[str] = None,
        maxwidth: Optional[int] = None,
        maxheight: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadOembedAnswer:
        """Get the oEmbed description of the page of a film (oembed.com).

        ``GET /v1/oembed`` (``readOembed``). Returns: The description

        :param url: Address of the page of a film, with its signature.
        :param format: Format of the answer; only `json`.
        """
        return self._transport.json(
            "GET",
            "/v1/oembed",
            {},
            {"url": url, "format": format, "maxwidth": maxwidth, "maxheight": maxheight},
            "none",
            None,
            headers,
        )

    def read_link_address(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadLinkAddressAnswer:
        """Get the public address of links: scheme and host.

        ``GET /v1/links/address`` (``readLinkAddress``). Returns: The address; null while there is none
        """
        return self._transport.json(
            "GET",
            "/v1/links/address",
            {},
            {},
            "none",
            None,
            headers,
        )

    def set_link_address(
        self,
        body: shapes.SetLinkAddressBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.SetLinkAddressAnswer:
        """Set the public address of links; the service then accepts signed links at the host of this address.

        ``PUT /v1/links/address`` (``setLinkAddress``). Returns: The address
        """
        return self._transport.json(
            "PUT",
            "/v1/links/address",
            {},
            {},
            "json",
            body,
            headers,
        )

    def create(
        self,
        body: shapes.CreateLinkBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CreateLinkAnswer:
        """Create a signed link to a film of a saved movie; the film is rendered when the link is first opened.

        ``POST /v1/links`` (``createLink``). Returns: The link
        """
        return self._transport.json(
            "POST",
            "/v1/links",
            {},
            {},
            "json",
            body,
            headers,
        )


class BatchesCalls(Chapter):
    """Render films from many rows of values."""

    def start(
        self,
        project: str,
        body: shapes.StartBatchBody,
        *,
        region: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.StartBatchAnswer:
        """Render one film for each row of values, movie, and language; the service validates all films before it renders the first film.

        ``POST /v1/batches/{region}/{project}`` (``startBatch``). Returns: The batch, with warnings about unused values
        """
        return self._transport.json(
            "POST",
            "/v1/batches/:region/:project",
            {"project": project, "region": region},
            {},
            "json",
            body,
            headers,
        )

    def list_all_batches(
        self,
        *,
        limit: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListAllBatchesAnswer:
        """List the batches of all projects, newest first.

        ``GET /v1/batches`` (``listAllBatches``). Returns: Batches

        :param limit: Default: 20.
        """
        return self._transport.json(
            "GET",
            "/v1/batches",
            {},
            {"limit": limit},
            "none",
            None,
            headers,
        )

    def list(
        self,
        project: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListBatchesAnswer:
        """List the batches of a project, newest first.

        ``GET /v1/batches/{project}`` (``listBatches``). Returns: Batches
        """
        return self._transport.json(
            "GET",
            "/v1/batches/:project",
            {"project": project},
            {},
            "none",
            None,
            headers,
        )

    def read(
        self,
        project: str,
        batch: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadBatchAnswer:
        """Get a batch with its rows.

        ``GET /v1/batches/{project}/{batch}`` (``readBatch``). Returns: The batch
        """
        return self._transport.json(
            "GET",
            "/v1/batches/:project/:batch",
            {"project": project, "batch": batch},
            {},
            "none",
            None,
            headers,
        )

    def cancel(
        self,
        project: str,
        batch: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CancelBatchAnswer:
        """Cancel the films of a batch that have not finished.

        ``DELETE /v1/batches/{project}/{batch}`` (``cancelBatch``). Returns: The batch
        """
        return self._transport.json(
            "DELETE",
            "/v1/batches/:project/:batch",
            {"project": project, "batch": batch},
            {},
            "none",
            None,
            headers,
        )

    def pause(
        self,
        project: str,
        batch: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.PauseBatchAnswer:
        """Pause a batch; films that are already rendering are finished.

        ``POST /v1/batches/{project}/{batch}/pause`` (``pauseBatch``). Returns: The batch
        """
        return self._transport.json(
            "POST",
            "/v1/batches/:project/:batch/pause",
            {"project": project, "batch": batch},
            {},
            "none",
            None,
            headers,
        )

    def resume(
        self,
        project: str,
        batch: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ResumeBatchAnswer:
        """Resume a paused batch.

        ``POST /v1/batches/{project}/{batch}/resume`` (``resumeBatch``). Returns: The batch
        """
        return self._transport.json(
            "POST",
            "/v1/batches/:project/:batch/resume",
            {"project": project, "batch": batch},
            {},
            "none",
            None,
            headers,
        )

    def retry(
        self,
        project: str,
        batch: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.RetryBatchAnswer:
        """Render the failed rows again.

        ``POST /v1/batches/{project}/{batch}/retry`` (``retryBatch``). Returns: The batch
        """
        return self._transport.json(
            "POST",
            "/v1/batches/:project/:batch/retry",
            {"project": project, "batch": batch},
            {},
            "none",
            None,
            headers,
        )

    def again(
        self,
        project: str,
        batch: str,
        *,
        rows: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.AgainBatchAnswer:
        """Render rows of a batch again as a new batch, with the current template, brand, and assets.

        ``POST /v1/batches/{project}/{batch}/again`` (``againBatch``). Returns: The new batch

        :param rows: Row numbers such as `1-40,45`. Default: the rows whose films are out of date.
        """
        return self._transport.json(
            "POST",
            "/v1/batches/:project/:batch/again",
            {"project": project, "batch": batch},
            {"rows": rows},
            "none",
            None,
            headers,
        )

    def read_films(
        self,
        project: str,
        *,
        of: Union[str, List[str]],
        name: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Download the films of batches as one ZIP file with the file names of the batch rows; HEAD returns the size.

        ``GET /v1/films/{project}`` (``readFilms``). Returns: A ZIP file. If an error occurs during the download, the connection closes before the end of the file.

        :param of: Id of a batch, optionally with a colon and row numbers, such as `ID:1-40,45`. The parameter can be repeated.
        :param name: Name of the ZIP file.
        """
        return self._transport.open(
            "GET",
            "/v1/films/:project",
            {"project": project},
            {"of": of, "name": name},
            "none",
            None,
            headers,
        )

    def read_manifest(
        self,
        project: str,
        batch: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadManifestAnswer:
        """Get the results of a batch as JSON, or as CSV with `Accept: text/csv`.

        ``GET /v1/batches/{project}/{batch}/manifest`` (``readManifest``). Returns: Rows
        """
        return self._transport.json(
            "GET",
            "/v1/batches/:project/:batch/manifest",
            {"project": project, "batch": batch},
            {},
            "none",
            None,
            headers,
        )

    def read_table(
        self,
        body: FileBody,
        *,
        sheet: Optional[str] = None,
        header: Optional[Union[Literal["first", "none"], int]] = None,
        hidden: Optional[str] = None,
        merged: Optional[str] = None,
        language: Optional[str] = None,
        encoding: Optional[Literal["utf-8", "utf-16le", "utf-16be", "windows-1252"]] = None,
        delimiter: Optional[Literal["comma", "semicolon", "bar", "tab"]] = None,
        rows: Optional[int] = None,
        list: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadTableAnswer:
        """Read a table from an XLSX, ODS, FODS, CSV, TSV, JSON, or NDJSON file: its sheets, columns, rows, and notes.

        ``POST /v1/tables/read`` (``readTable``). Returns: The table

        :param sheet: Part of the workbook to read: the name of a sheet, `#Table:NAME`, or `#Name:NAME`. Default: the first visible sheet.
        :param header: Row with the names of the columns: `first`, `none`, or the number of the row.
        :param hidden: `true` also reads hidden rows.
        :param merged: `true` fills all cells of a merged range with the value of its first cell.
        :param language: Language in which numbers and dates are shown. Default: `en`.
        :param encoding: Encoding of a text file. Default: detected.
        :param delimiter: Delimiter of a text file. Default: detected.
        :param rows: Number of rows in the answer. Default: 20.
        :param list: `true` allows 100,000 rows in the answer, for tables with the items of lists.
        """
        return self._transport.json(
            "POST",
            "/v1/tables/read",
            {},
            {"sheet": sheet, "header": header, "hidden": hidden, "merged": merged, "language": language, "encoding": encoding, "delimiter": delimiter, "rows": rows, "list": list},
            "file",
            body,
            headers,
        )


class TablesCalls(Chapter):
    """Read tables from files, and watch live tables: when a row changes, the service renders its film again."""

    def list_live_tables(
        self,
        project: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListLiveTablesAnswer:
        """List the live tables of a project; each row becomes a film, which the service renders again when the row changes.

        ``GET /v1/tables/{project}`` (``listLiveTables``). Returns: Live tables
        """
        return self._transport.json(
            "GET",
            "/v1/tables/:project",
            {"project": project},
            {},
            "none",
            None,
            headers,
        )

    def preview_live_table(
        self,
        project: str,
        body: shapes.PreviewLiveTableBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.PreviewLiveTableAnswer:
        """Read the first 20 rows of a source without storing anything, to see the effects of its options.

        ``POST /v1/tables/{project}/preview`` (``previewLiveTable``). Returns: The table
        """
        return self._transport.json(
            "POST",
            "/v1/tables/:project/preview",
            {"project": project},
            {},
            "json",
            body,
            headers,
        )

    def create_live_table(
        self,
        project: str,
        body: shapes.CreateLiveTableBody,
        *,
        start: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CreateLiveTableAnswer:
        """Create a live table; unless `start` in the query or the body is `true`, the table is paused and no film is rendered until the table is resumed.

        ``POST /v1/tables/{project}`` (``createLiveTable``). Returns: The live table

        :param start: `true`: watch the table immediately. Default: `false`.
        """
        return self._transport.json(
            "POST",
            "/v1/tables/:project",
            {"project": project},
            {"start": start},
            "json",
            body,
            headers,
        )

    def read_live_table(
        self,
        project: str,
        table: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadLiveTableAnswer:
        """Get a live table: its settings, state, counts of rows, and last readings.

        ``GET /v1/tables/{project}/{table}`` (``readLiveTable``). Returns: The live table with its last 100 readings, newest first
        """
        return self._transport.json(
            "GET",
            "/v1/tables/:project/:table",
            {"project": project, "table": table},
            {},
            "none",
            None,
            headers,
        )

    def list_live_rows(
        self,
        project: str,
        table: str,
        *,
        state: Optional[Literal["current", "waiting", "rendering", "failed", "removed"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListLiveRowsAnswer:
        """List the rows of a live table with the states of their films, in the order of the table.

        ``GET /v1/tables/{project}/{table}/rows`` (``listLiveRows``). Returns: A page of rows

        :param state: State of the listed rows. Default: all states.
        :param limit: Maximum number of rows in the answer. Default: 100.
        """
        return self._transport.json(
            "GET",
            "/v1/tables/:project/:table/rows",
            {"project": project, "table": table},
            {"state": state, "limit": limit, "cursor": cursor},
            "none",
            None,
            headers,
        )

    def change_live_table(
        self,
        project: str,
        table: str,
        body: shapes.ChangeLiveTableBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ChangeLiveTableAnswer:
        """Change the settings of a live table; the next reading applies them.

        ``PUT /v1/tables/{project}/{table}`` (``changeLiveTable``). Returns: The live table
        """
        return self._transport.json(
            "PUT",
            "/v1/tables/:project/:table",
            {"project": project, "table": table},
            {},
            "json",
            body,
            headers,
        )

    def read_live_table_now(
        self,
        project: str,
        table: str,
        *,
        dry: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadLiveTableNowAnswer:
        """Read a live table now; with `dry`, only return the changes and do not apply them.

        ``POST /v1/tables/{project}/{table}/read`` (``readLiveTableNow``). Returns: The changes since the previous reading

        :param dry: `true`: do not render or remove films. Default: `false`.
        """
        return self._transport.json(
            "POST",
            "/v1/tables/:project/:table/read",
            {"project": project, "table": table},
            {"dry": dry},
            "none",
            None,
            headers,
        )

    def pause_live_table(
        self,
        project: str,
        table: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.PauseLiveTableAnswer:
        """Pause a live table: the service stops reading the table and starting films; it finishes running films.

        ``POST /v1/tables/{project}/{table}/pause`` (``pauseLiveTable``). Returns: The live table
        """
        return self._transport.json(
            "POST",
            "/v1/tables/:project/:table/pause",
            {"project": project, "table": table},
            {},
            "none",
            None,
            headers,
        )

    def resume_live_table(
        self,
        project: str,
        table: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ResumeLiveTableAnswer:
        """Watch a paused live table again; a reading that a guard holds back is not applied.

        ``POST /v1/tables/{project}/{table}/resume`` (``resumeLiveTable``). Returns: The live table
        """
        return self._transport.json(
            "POST",
            "/v1/tables/:project/:table/resume",
            {"project": project, "table": table},
            {},
            "none",
            None,
            headers,
        )

    def apply_live_table(
        self,
        project: str,
        table: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ApplyLiveTableAnswer:
        """Apply the reading that a guard holds back, and watch the table again.

        ``POST /v1/tables/{project}/{table}/apply`` (``applyLiveTable``). Returns: The live table
        """
        return self._transport.json(
            "POST",
            "/v1/tables/:project/:table/apply",
            {"project": project, "table": table},
            {},
            "none",
            None,
            headers,
        )

    def delete_live_table(
        self,
        project: str,
        table: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.DeleteLiveTableAnswer:
        """Stop watching a table and delete its settings; its films stay.

        ``DELETE /v1/tables/{project}/{table}`` (``deleteLiveTable``). Returns: The id of the deleted table
        """
        return self._transport.json(
            "DELETE",
            "/v1/tables/:project/:table",
            {"project": project, "table": table},
            {},
            "none",
            None,
            headers,
        )


class FontsCalls(Chapter):
    """Optional fonts to download: Chinese, Japanese, and Korean."""

    def list(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListFontsAnswer:
        """List the font packages that can be added, and their state.

        ``GET /v1/fonts`` (``listFonts``). Returns: Font packages
        """
        return self._transport.json(
            "GET",
            "/v1/fonts",
            {},
            {},
            "none",
            None,
            headers,
        )

    def add_fonts(
        self,
        package: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.AddFontsAnswer:
        """Start the download of a font package; `GET /v1/fonts` reports the progress.

        ``POST /v1/fonts/{package}`` (``addFonts``). Returns: The current state of the package
        """
        return self._transport.json(
            "POST",
            "/v1/fonts/:package",
            {"package": package},
            {},
            "none",
            None,
            headers,
        )

    def remove_fonts(
        self,
        package: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.RemoveFontsAnswer:
        """Remove a font package, or cancel its download.

        ``DELETE /v1/fonts/{package}`` (``removeFonts``). Returns: The current state of the package
        """
        return self._transport.json(
            "DELETE",
            "/v1/fonts/:package",
            {"package": package},
            {},
            "none",
            None,
            headers,
        )

    def read(
        self,
        package: str,
        sha256: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Download the file of an added font.

        ``GET /v1/fonts/{package}/{sha256}`` (``readFont``). Returns: The complete font
        """
        return self._transport.open(
            "GET",
            "/v1/fonts/:package/:sha256",
            {"package": package, "sha256": sha256},
            {},
            "none",
            None,
            headers,
        )


class AgentsCalls(Chapter):
    """Connect assistants over the Model Context Protocol (MCP): their settings, keys, and calls."""

    def read_agents(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadAgentsAnswer:
        """Get the settings for assistants, and the keys of assistants.

        ``GET /v1/agents`` (``readAgents``). Returns: The settings and keys
        """
        return self._transport.json(
            "GET",
            "/v1/agents",
            {},
            {},
            "none",
            None,
            headers,
        )

    def change_agents(
        self,
        body: Optional[shapes.ChangeAgentsBody] = None,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ChangeAgentsAnswer:
        """Switch assistants on or off, or pause them.

        ``PUT /v1/agents`` (``changeAgents``). Returns: The settings and keys
        """
        return self._transport.json(
            "PUT",
            "/v1/agents",
            {},
            {},
            "json",
            body,
            headers,
        )

    def create_agent_key(
        self,
        body: shapes.CreateAgentKeyBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CreateAgentKeyAnswer:
        """Create a key for an assistant; only this answer contains the secret of the key.

        ``POST /v1/agents/keys`` (``createAgentKey``). Returns: The key
        """
        return self._transport.json(
            "POST",
            "/v1/agents/keys",
            {},
            {},
            "json",
            body,
            headers,
        )

    def revoke_agent_key(
        self,
        key: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.RevokeAgentKeyAnswer:
        """Revoke the key of an assistant; running calls with this key end.

        ``DELETE /v1/agents/keys/{key}`` (``revokeAgentKey``). Returns: The revoked key
        """
        return self._transport.json(
            "DELETE",
            "/v1/agents/keys/:key",
            {"key": key},
            {},
            "none",
            None,
            headers,
        )

    def list_agent_calls(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListAgentCallsAnswer:
        """List the calls of assistants, newest first.

        ``GET /v1/agents/calls`` (``listAgentCalls``). Returns: A page of calls
        """
        return self._transport.json(
            "GET",
            "/v1/agents/calls",
            {},
            {"limit": limit, "cursor": cursor},
            "none",
            None,
            headers,
        )


class FarmCalls(Chapter):
    """Render on many machines: the workers of this service, its settings, and metrics for monitoring."""

    def read(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadFarmAnswer:
        """Get the state of the farm with its workers and their current jobs, or the state of rendering without a farm.

        ``GET /v1/farm`` (``readFarm``). Returns: The state of the farm
        """
        return self._transport.json(
            "GET",
            "/v1/farm",
            {},
            {},
            "none",
            None,
            headers,
        )

    def read_farm_settings(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadFarmSettingsAnswer:
        """Get the addresses of the queue and the store, without secrets.

        ``GET /v1/farm/settings`` (``readFarmSettings``). Returns: The settings
        """
        return self._transport.json(
            "GET",
            "/v1/farm/settings",
            {},
            {},
            "none",
            None,
            headers,
        )

    def change_farm_settings(
        self,
        body: shapes.ChangeFarmSettingsBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ChangeFarmSettingsAnswer:
        """Change the addresses of the queue and the store; null removes the farm. The change takes effect at the next start. If a secret is omitted or empty, the stored secret stays, provided that its address does not change.

        ``PUT /v1/farm/settings`` (``changeFarmSettings``). Returns: The new settings
        """
        return self._transport.json(
            "PUT",
            "/v1/farm/settings",
            {},
            {},
            "json",
            body,
            headers,
        )

    def check(
        self,
        body: shapes.CheckFarmBody,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.CheckFarmAnswer:
        """Test the connections to the queue and the store with the settings of the request, or with the stored settings if `farm` is null.

        ``POST /v1/farm/check`` (``checkFarm``). Returns: The result for the queue and for the store
        """
        return self._transport.json(
            "POST",
            "/v1/farm/check",
            {},
            {},
            "json",
            body,
            headers,
        )

    def read_metrics(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get metrics for Prometheus: renders, waiting times, parts, and frames per second, in total and for each worker.

        ``GET /metrics`` (``readMetrics``). Returns: Prometheus text format 0.0.4
        """
        return self._transport.open(
            "GET",
            "/metrics",
            {},
            {},
            "none",
            None,
            headers,
        )


class PublishingCalls(Chapter):
    """Numbered snapshots of projects that later edits do not change."""

    def publish_project(
        self,
        project: str,
        cluster: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.PublishProjectAnswer:
        """Publish a project to a cluster.

        ``POST /v1/publish/{project}/{cluster}`` (``publishProject``). Returns: The publication
        """
        return self._transport.json(
            "POST",
            "/v1/publish/:project/:cluster",
            {"project": project, "cluster": cluster},
            {},
            "none",
            None,
            headers,
        )

    def list_clusters(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListClustersAnswer:
        """List the clusters that you can publish to.

        ``GET /v1/clusters`` (``listClusters``). Returns: The clusters: `local` first, then the others sorted by name
        """
        return self._transport.json(
            "GET",
            "/v1/clusters",
            {},
            {},
            "none",
            None,
            headers,
        )

    def list_published(
        self,
        cluster: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ListPublishedAnswer:
        """List the publications of a cluster.

        ``GET /v1/published/{cluster}`` (``listPublished``). Returns: Publications
        """
        return self._transport.json(
            "GET",
            "/v1/published/:cluster",
            {"cluster": cluster},
            {},
            "none",
            None,
            headers,
        )


class ServiceCalls(Chapter):
    """The service itself: health, events, storage, and the description of this interface."""

    def follow_events(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Stream changes of uploads, renders, and projects; `Last-Event-ID` resumes after the last received event.

        ``GET /v1/events`` (``followEvents``). Returns: Server-sent events
        """
        return self._transport.open(
            "GET",
            "/v1/events",
            {},
            {},
            "none",
            None,
            headers,
        )

    def read_health(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadHealthAnswer:
        """Get the health of the service: version, FFmpeg, disk, and queue.

        ``GET /health`` (``readHealth``). Returns: The health of the service
        """
        return self._transport.json(
            "GET",
            "/health",
            {},
            {},
            "none",
            None,
            headers,
        )

    def read_access(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadAccessAnswer:
        """Get the path of the file with the credentials for programs on the same machine.

        ``GET /v1/access`` (``readAccess``). Returns: The path of a file for `curl --config`; null if the credentials come from the environment
        """
        return self._transport.json(
            "GET",
            "/v1/access",
            {},
            {},
            "none",
            None,
            headers,
        )

    def read_storage(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadStorageAnswer:
        """Get the disk usage of the workspace by area, and its limits.

        ``GET /v1/storage`` (``readStorage``). Returns: The areas of the workspace
        """
        return self._transport.json(
            "GET",
            "/v1/storage",
            {},
            {},
            "none",
            None,
            headers,
        )

    def limit_storage(
        self,
        body: Optional[shapes.LimitStorageBody] = None,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.LimitStorageAnswer:
        """Change the size limits of caches and films; omitted limits stay the same.

        ``PUT /v1/storage/limits`` (``limitStorage``). Returns: The current limits
        """
        return self._transport.json(
            "PUT",
            "/v1/storage/limits",
            {},
            {},
            "json",
            body,
            headers,
        )

    def empty_cache(
        self,
        area: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.EmptyCacheAnswer:
        """Empty a cache, except for files that running renders need.

        ``DELETE /v1/storage/{area}`` (``emptyCache``). Returns: The freed bytes and the number of deleted files
        """
        return self._transport.json(
            "DELETE",
            "/v1/storage/:area",
            {"area": area},
            {},
            "none",
            None,
            headers,
        )

    def read_open_api(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> shapes.ReadOpenApiAnswer:
        """Get this interface as an OpenAPI document.

        ``GET /openapi.json`` (``readOpenApi``). Returns: OpenAPI 3.1
        """
        return self._transport.json(
            "GET",
            "/openapi.json",
            {},
            {},
            "none",
            None,
            headers,
        )

    def read_documentation(
        self,
        *,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Get this interface as a web page.

        ``GET /docs`` (``readDocumentation``). Returns: An HTML page
        """
        return self._transport.open(
            "GET",
            "/docs",
            {},
            {},
            "none",
            None,
            headers,
        )


class Chapters:
    """The chapters of calls."""

    def __init__(self, transport: Transport) -> None:
        self.projects = ProjectsCalls(transport)
        self.bundles = BundlesCalls(transport)
        self.designs = DesignsCalls(transport)
        self.assets = AssetsCalls(transport)
        self.brand = BrandCalls(transport)
        self.uploads = UploadsCalls(transport)
        self.movies = MoviesCalls(transport)
        self.templates = TemplatesCalls(transport)
        self.media = MediaCalls(transport)
        self.rendering = RenderingCalls(transport)
        self.links = LinksCalls(transport)
        self.batches = BatchesCalls(transport)
        self.tables = TablesCalls(transport)
        self.fonts = FontsCalls(transport)
        self.agents = AgentsCalls(transport)
        self.farm = FarmCalls(transport)
        self.publishing = PublishingCalls(transport)
        self.service = ServiceCalls(transport)
